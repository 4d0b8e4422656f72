import { type RawBuilder, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { courseAccess } from '../../learning/access/course-access.ts';
import { siteNamed } from '../../organisations/organisations/site.ts';

/** The texts that buyers must consent to. */
export type SaleTexts = Pick<Shape<'CheckoutTerms'>, 'terms' | 'immediate_access'>;

const NOTHING: Shape<'CheckoutTerms'> = { version: null, terms: null, immediate_access: null };

const selectSaleTerms = (db: Executor, organisationId: string) =>
  db
    .selectFrom('seller_details as seller')
    .innerJoin('sale_terms', (join) =>
      join.onRef('sale_terms.organisation_id', '=', 'seller.organisation_id').onRef('sale_terms.version', '=', 'seller.terms_version'),
    )
    .select(['version', 'terms', 'immediate_access'])
    .where('seller.organisation_id', '=', organisationId);

/** Reads the texts that buyers of the organisation must consent to now. */
export const readSaleTerms = async (db: Executor, organisationId: string): Promise<Shape<'CheckoutTerms'>> =>
  (await selectSaleTerms(db, organisationId).executeTakeFirst()) ?? NOTHING;

/** Returns the same texts as an expression, for statements that also read other data. Null if the seller requires no consent. */
export const saleTerms = (db: Executor, organisationId: string): RawBuilder<Shape<'CheckoutTerms'> | null> =>
  sql<Shape<'CheckoutTerms'> | null>`(select to_json(asked) from (${selectSaleTerms(db, organisationId)}) asked)`;

/**
 * Returns the texts that buyers of a course must consent to.
 * @param key ID or slug of the course
 * @throws NotFoundError
 */
export async function getCheckoutTerms({ db, clock }: Pick<Tools, 'db' | 'clock'>, viewer: Viewer, key: string): Promise<Shape<'CheckoutTerms'>> {
  const { organisationId } = await courseAccess(db, viewer, key, timeOf(clock));
  return readSaleTerms(db, organisationId);
}

/**
 * Returns the texts that subscribers of an organisation must consent to.
 * @param organisation its subdomain or ID
 * @throws NotFoundError
 */
export async function getSubscriptionTerms({ db, base }: Pick<Tools, 'db' | 'base'>, organisation: string): Promise<Shape<'CheckoutTerms'>> {
  const site = await siteNamed(db, { host: null, name: organisation }, base);
  if (!site) throw new NotFoundError();
  return readSaleTerms(db, site.id);
}

/**
 * Returns the version of the texts that a buyer consents to, or null if the seller requires no consent.
 * @throws ValidationError
 */
export function requireConsent(asked: Shape<'CheckoutTerms'> | null, given: Shape<'ConsentWrite'> | undefined): number | null {
  if (!asked || asked.version === null) return null;
  const faults = new Faults();
  if (!given) faults.add('consent', 'required', 'The seller requires consent.');
  else if (given.version !== asked.version) faults.add('consent.version', 'outdated', 'The texts have changed.');
  else
    for (const text of ['terms', 'immediate_access'] as const)
      if (asked[text] !== null && !given[text]) faults.add(`consent.${text}`, 'required', 'The seller requires this consent.');
  faults.check();
  return asked.version;
}

/**
 * Stores texts as a new version, unless they are those of the last version. The organisation must be locked.
 * @returns the version; null if there are no texts
 */
export async function keepSaleTerms(trx: Executor, organisationId: string, { terms, immediate_access }: SaleTexts, now: string): Promise<number | null> {
  if (terms === null && immediate_access === null) return null;
  const { rows } = await sql<{ version: number }>`
    with last as (
      select version, terms, immediate_access from sale_terms where organisation_id = ${organisationId} order by version desc limit 1
    ), added as (
      insert into sale_terms (organisation_id, version, terms, immediate_access, created_at)
      select ${organisationId}, coalesce((select version from last), 0) + 1, ${terms}, ${immediate_access}, ${now}::timestamptz
      where not exists (select from last where terms is not distinct from ${terms} and immediate_access is not distinct from ${immediate_access})
      returning version
    )
    select max(version) as version from (select version from added union all select version from last) versions`.execute(trx);
  return rows[0]?.version ?? null;
}
