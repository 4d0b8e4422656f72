import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller, Person, Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { canonicalLanguage, checkCurrency, checkTimezone } from '../../kernel/locale.ts';
import { requireOwnAccount } from '../../kernel/ownership.ts';
import { countRows } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { FREE_PLAN } from '../plans/plans.ts';
import { addOrganisation } from './add-organisation.ts';
import { brandingOf } from './branding.ts';
import { updateSettings } from './settings.ts';

const MOST_OWNED = 10;

/** Subdomains that the service needs for its own URLs, or that could be mistaken for the service itself. */
const RESERVED = new Set(
  'www api app admin administrator root mail smtp imap pop ftp cdn static assets media files docs help support status blog auth login signin signup account accounts billing payments pay security abuse postmaster webmaster hostmaster noreply no-reply test staging dev demo internal system official team learn learning lms'.split(
    ' ',
  ),
);

/**
 * Creates an organisation for somebody whose account is personal.
 * @throws DomainError organisation_limit, recovery_required
 * @throws ValidationError
 */
export const setUpOrganisation = ({ db, base }: Pick<Tools, 'db' | 'base'>, user: Person, input: Shape<'OrganisationSetup'>): Promise<Shape<'TenantConfig'>> =>
  inTransaction(db, async (trx) => {
    const made = await makeOrganisation({ db: trx, base }, user, input);
    await requireOwnAccount(trx, user.actorId, made.id);
    return made;
  });

/**
 * Creates an organisation on the free plan with the user as its owner. It is verified if the user's email address is verified.
 * @throws DomainError organisation_limit
 * @throws ValidationError
 */
export function makeOrganisation({ db, base }: Pick<Tools, 'db' | 'base'>, user: Person, input: Shape<'OrganisationSetup'>): Promise<Shape<'TenantConfig'>> {
  const faults = new Faults();
  const language = canonicalLanguage(input.language, faults);
  checkTimezone(input.timezone, faults);
  checkCurrency(input.currency, faults);
  checkSubdomain(input.subdomain, faults);
  faults.check();
  const id = newId();
  const caller: Caller = { ...user, organisationId: id, role: 'owner' };
  return inTransaction(db, async (trx) => {
    const owner = await trx
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', user.actorId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const owned = await countRows(trx.selectFrom('organisations').where('created_by', '=', user.actorId));
    if (owned >= MOST_OWNED) throw new DomainError('organisation_limit', `A user can own at most ${MOST_OWNED} organisations.`);
    const organisation = { id, ...input, language, created_by: user.actorId, verified_at: owner.email_verified_at === null ? null : sql<string>`now()` };
    await addOrganisation(trx, organisation, user.actorId, FREE_PLAN).catch(refuseTakenSubdomain);
    const { view, ...made } = await getTenantConfig({ db: trx, base }, id);
    await recordChange(trx, caller, { action: 'organisation.created', objectId: id, before: null, after: made });
    return { view, ...made };
  });
}

export async function getTenantConfig({ db, base }: Pick<Tools, 'db' | 'base'>, organisationId: string): Promise<Shape<'TenantConfig'>> {
  const { verified_at, primary_color, accent_color, logo_key, ...same } = await db
    .selectFrom('organisations')
    .select([
      'id',
      'name',
      'subdomain',
      'verified_at',
      'language',
      'timezone',
      'currency',
      'primary_color',
      'accent_color',
      'logo_key',
      'terms_url',
      'privacy_url',
      'support_email',
    ])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { ...same, is_verified: verified_at !== null, branding: brandingOf({ primary_color, accent_color, logo_key }, base), view: 'member' };
}

/** Returns the organisation as its members see it, or as everybody else does. */
export async function viewOrganisation({ db, base }: Pick<Tools, 'db' | 'base'>, { organisationId, role }: Viewer): Promise<Shape<'TenantConfigByView'>> {
  const [config, join_methods] = await Promise.all([getTenantConfig({ db, base }, organisationId), role === null ? joinMethods(db, organisationId) : []]);
  if (role !== null) return config;
  const { id, name, subdomain, language, branding, terms_url, privacy_url } = config;
  return { id, name, subdomain, language, branding, terms_url, privacy_url, join_methods, view: 'public' };
}

/** Changes the name, the language and the support address of the organisation. Omitted fields keep their values.
 * @throws ValidationError */
export async function updateTenantConfig(
  { db, base }: Pick<Tools, 'db' | 'base'>,
  caller: Caller,
  input: Shape<'PatchedTenantConfig'>,
): Promise<Shape<'TenantConfig'>> {
  await updateSettings({ db }, caller, input);
  return getTenantConfig({ db, base }, caller.organisationId);
}

/** Lists the ways to become a member without an invitation. */
async function joinMethods(db: Executor, organisationId: string): Promise<Shape<'JoinMethod'>[]> {
  const { join_methods } = await db
    .selectFrom('organisations')
    .select(
      sql<Shape<'JoinMethod'>[]>`array_remove(array[case when join_code is not null then 'join_code' end,
        case when exists (select from courses where courses.organisation_id = organisations.id and deleted_at is null and status = 'published'
          and visibility = 'public' and coalesce(price_amount, 0) = 0) then 'enrollment' end], null)`.as('join_methods'),
    )
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return join_methods;
}

/** Changes the subdomain. The old subdomain is immediately available to other organisations.
 * @throws ValidationError */
export function updateSubdomain({ db }: Pick<Tools, 'db'>, caller: Caller, subdomain: string): Promise<Shape<'Subdomain'>> {
  const faults = new Faults();
  checkSubdomain(subdomain, faults);
  faults.check();
  return inTransaction(db, async (trx) => {
    // The subdomain is a key, so changing it waits for rows that refer to the organisation. Taking a weaker lock first could end in a deadlock.
    const before = await trx.selectFrom('organisations').select('subdomain').where('id', '=', caller.organisationId).forUpdate().executeTakeFirstOrThrow();
    await trx.updateTable('organisations').set({ subdomain }).where('id', '=', caller.organisationId).execute().catch(refuseTakenSubdomain);
    await recordChange(trx, caller, { action: 'organisation.updated', objectId: caller.organisationId, before, after: { subdomain } });
    return { subdomain };
  });
}

function checkSubdomain(subdomain: string, faults: Faults): void {
  if (RESERVED.has(subdomain) || subdomain.startsWith('xn--')) faults.add('subdomain', 'reserved', 'This name is reserved.');
}

function refuseTakenSubdomain(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'organisations_subdomain_key') {
    throw new ValidationError([{ field: 'subdomain', code: 'taken', message: 'Another organisation has this subdomain.' }]);
  }
  throw error;
}
