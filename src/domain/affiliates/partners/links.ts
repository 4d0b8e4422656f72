import { type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { storeUnlessTaken } from '../../../platform/database/taken.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Actor, Caller, Person, User } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError, refuseUnknown } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import { randomCode } from '../../kernel/random-code.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { LINK_CODE, linkCodeKey } from '../program/link-code.ts';
import { ownAffiliate } from '../program/own-affiliate.ts';
import { seeAffiliate } from '../referrals/sightings.ts';

type Link = Shape<'AffiliateLink'>;

/** Number of random characters: about 39 bits. */
const RANDOM_LENGTH = 8;
const MOST_LINKS = 200;

/** Returns the URL of a link, which leads to the organisation on whichever host of the service it is. */
export const linkUrl = (base: string, code: string): string => `${base}/r/${code}`;

interface LinkFilter extends Paging {
  affiliate_id?: string | undefined;
}

const asLink = <Row>(query: SelectQueryBuilder<DB, 'affiliate_links', Row>, base: string) =>
  query
    .select(['affiliate_links.id', 'affiliate_links.affiliate_id', 'affiliate_links.code'])
    .select([
      sql<string>`${linkUrl(base, '')}::text || affiliate_links.code`.as('url'),
      'affiliate_links.course_id',
      'affiliate_links.label',
      'affiliate_links.created_at',
    ]);

const linksOf = (db: Executor, organisationId: string, affiliateId: string | undefined) =>
  db
    .selectFrom('affiliate_links')
    .where('affiliate_links.organisation_id', '=', organisationId)
    .$if(affiliateId !== undefined, (query) => query.where('affiliate_links.affiliate_id', '=', affiliateId as string));

/** Lists the links of all affiliates of the organisation, newest first. */
export const listLinks = (tools: Pick<Tools, 'db' | 'base'>, { organisationId }: Caller, filter: LinkFilter): Promise<Page<Link>> =>
  readLinks(tools, organisationId, filter);

async function readLinks({ db, base }: Pick<Tools, 'db' | 'base'>, organisationId: string, { affiliate_id, ...paging }: LinkFilter): Promise<Page<Link>> {
  const [count, results] = await Promise.all([
    countRows(linksOf(db, organisationId, affiliate_id)),
    linksOf(db, organisationId, affiliate_id)
      .$call((query) => asLink(query, base))
      .orderBy('affiliate_links.id', 'desc')
      .$call(onPage(paging))
      .execute(),
  ]);
  return { count, results };
}

/**
 * Lists the links of an affiliate, newest first.
 * @throws NotFoundError if the user is not this affiliate
 */
export async function listOwnLinks(tools: Pick<Tools, 'db' | 'base'>, user: User, filter: Paging & { affiliate_id: string }): Promise<Page<Link>> {
  const { organisation_id } = await ownAffiliate(tools.db, user, filter.affiliate_id);
  return readLinks(tools, organisation_id, filter);
}

/**
 * Creates a link on behalf of an affiliate.
 * @throws DomainError affiliate_not_approved, affiliate_link_code_taken, affiliate_link_limit
 * @throws ValidationError
 */
export function createLink(tools: Pick<Tools, 'db' | 'clock' | 'base'>, caller: Caller, input: Shape<'AffiliateLinkWrite'>): Promise<Link> {
  return insertLink(tools, caller, input, ({ organisation_id }) => organisation_id === caller.organisationId);
}

/**
 * Creates a link for the user, who is an affiliate.
 * @throws NotFoundError if the user is not this affiliate
 * @throws DomainError affiliate_not_approved, affiliate_link_code_taken, affiliate_link_limit
 * @throws ValidationError
 */
export async function createOwnLink(tools: Pick<Tools, 'db' | 'clock' | 'keyring' | 'base'>, user: Person, input: Shape<'AffiliateLinkWrite'>): Promise<Link> {
  const { organisation_id: organisationId } = await ownAffiliate(tools.db, user, input.affiliate_id);
  await seeAffiliate(tools, user);
  return insertLink(tools, { ...user, organisationId }, input, ({ user_id }) => user_id === user.actorId);
}

/** @param sees whether the actor may see another link that already has the code */
function insertLink(
  { db, clock, base }: Pick<Tools, 'db' | 'clock' | 'base'>,
  actor: Actor,
  { affiliate_id, course_id = null, label = '', ...input }: Shape<'AffiliateLinkWrite'>,
  sees: (other: OtherLink) => boolean,
): Promise<Link> {
  const { organisationId } = actor;
  const code = linkCodeKey(input.code ?? randomCode(RANDOM_LENGTH));
  const faults = new Faults();
  if (!LINK_CODE.test(code)) faults.add('code', 'invalid', 'Must be 3 to 40 characters long and contain only Latin letters, digits and hyphens.');
  faults.check();
  return inTransaction(db, async (trx) => {
    if (course_id !== null) await requireCourse(trx, organisationId, course_id).catch(refuseUnknown('course_id', 'The organisation has no such course.'));
    await requireRoom(trx, organisationId, affiliate_id);
    const id = newId();
    await storeUnlessTaken(trx, {
      violated: { constraint: 'affiliate_links_code' },
      store: () =>
        trx
          .insertInto('affiliate_links')
          .values({ organisation_id: organisationId, id, affiliate_id, code, course_id, label, created_at: timeOf(clock) })
          .execute(),
      find: () => readWithCode(trx, code),
      refusal: (other) => {
        const seen = sees(other) ? { link_id: other.id, affiliate_id: other.affiliate_id } : { link_id: null, affiliate_id: null };
        return new DomainError('affiliate_link_code_taken', 'Another link already has this code.', seen);
      },
    });
    const made = await linksOf(trx, organisationId, affiliate_id)
      .$call((query) => asLink(query, base))
      .where('affiliate_links.id', '=', id)
      .executeTakeFirstOrThrow();
    // Labels are deleted with the affiliate's account, but audit entries stay.
    const { url: _url, label: _label, ...after } = made;
    await recordChange(trx, actor, { action: 'affiliate_link.created', objectId: id, before: null, after });
    return made;
  });
}

/** Locks the affiliate until the transaction ends, so that their links can be counted.
 * @throws DomainError affiliate_not_approved, affiliate_link_limit
 * @throws ValidationError */
async function requireRoom(trx: Executor, organisationId: string, affiliateId: string): Promise<void> {
  const affiliate = await trx
    .selectFrom('affiliates')
    .select('status')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', affiliateId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFoundError())
    .catch(refuseUnknown('affiliate_id', 'The organisation has no such affiliate.'));
  if (affiliate.status !== 'approved') throw new DomainError('affiliate_not_approved', 'Only approved affiliates can create links.');
  if ((await countRows(linksOf(trx, organisationId, affiliateId))) >= MOST_LINKS)
    throw new DomainError('affiliate_link_limit', `An affiliate can have at most ${MOST_LINKS} links.`);
}

/** Selects the link with this code. Codes are unique on the whole service, so it can be a link of another organisation. */
const readWithCode = (trx: Executor, code: string) =>
  trx
    .selectFrom('affiliate_links')
    .innerJoin('affiliates', (join) =>
      join.onRef('affiliates.organisation_id', '=', 'affiliate_links.organisation_id').onRef('affiliates.id', '=', 'affiliate_links.affiliate_id'),
    )
    .select(['affiliate_links.organisation_id', 'affiliate_links.id', 'affiliate_links.affiliate_id', 'affiliates.user_id'])
    .where('affiliate_links.code', '=', code)
    .executeTakeFirst();

type OtherLink = NonNullable<Awaited<ReturnType<typeof readWithCode>>>;
