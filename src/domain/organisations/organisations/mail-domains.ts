import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { DatabaseError } from 'pg';
import type { DB } from '../../../../generated/database.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Actor, Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import { countRows, onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { domainTaken, ownHosts } from './custom-domains.ts';
import { CLAIM_LIFETIME_MS } from './domain-proof.ts';
import { asciiHostname, challengeName, mailDomain } from './hostname.ts';
import { lockOrganisation } from './lock.ts';

/** A mail domain as it is stored, in any state. */
export type MailDomainClaim = Omit<Selectable<DB['organisation_mail_domains']>, 'organisation_id'>;

export const MAIL_DOMAIN_COLUMNS = [
  'id',
  'domain',
  'status',
  'txt_token',
  'check_error',
  'last_checked_at',
  'proved_at',
  'claim_expires_at',
  'created_at',
] as const satisfies (keyof MailDomainClaim)[];

const MOST_DOMAINS = 20;

/** Returns the value of the TXT record. It states its purpose, because it lets the organisation make accounts, which the record of a custom domain does not. */
export const mailTxtValue = ({ txt_token }: Pick<MailDomainClaim, 'txt_token'>): string => `lms-mail-verification=${txt_token}`;

const selectClaims = (db: Executor, organisationId: string) =>
  db
    .selectFrom('organisation_mail_domains')
    .select([...MAIL_DOMAIN_COLUMNS])
    .where('organisation_id', '=', organisationId);

/** @throws NotFoundError */
export const readMailDomain = (db: Executor, organisationId: string, id: string): Promise<MailDomainClaim> =>
  selectClaims(db, organisationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFoundError());

export function describeMailDomain({ txt_token, proved_at: _since, ...claim }: MailDomainClaim): Shape<'MailDomain'> {
  const record = { type: 'TXT' as const, name: challengeName(claim.domain), value: mailTxtValue({ txt_token }) };
  return { ...claim, record };
}

/** @throws DomainError permission_denied */
export function requireOwner({ role }: Caller): void {
  if (role !== 'owner') throw new DomainError('permission_denied', 'Only owners may read and change the mail domains.');
}

/**
 * Lists the mail domains of an organisation by their names.
 * @throws DomainError permission_denied
 */
export async function listMailDomains({ db }: Pick<Tools, 'db'>, caller: Caller, paging: Paging): Promise<Page<Shape<'MailDomain'>>> {
  requireOwner(caller);
  const { organisationId } = caller;
  const [count, results] = await Promise.all([
    countRows(db.selectFrom('organisation_mail_domains').where('organisation_id', '=', organisationId)),
    selectClaims(db, organisationId).orderBy('domain').$call(onPage(paging)).execute(),
  ]);
  return { count, results: results.map(describeMailDomain) };
}

/**
 * Claims a mail domain, whose TXT record must be found within seven days. If the organisation has claimed it already, the record stays the same, and a domain
 * that it has proved is left unchanged.
 * @throws DomainError permission_denied, domain_taken, mail_domain_limit
 * @throws ValidationError
 */
export async function addMailDomain(
  { db, clock, cnameTarget, base }: Pick<Tools, 'db' | 'clock' | 'cnameTarget' | 'base'>,
  caller: Caller,
  input: string,
): Promise<Shape<'MailDomain'>> {
  requireOwner(caller);
  const { organisationId } = caller;
  const faults = new Faults();
  const domain = mailDomain(input, ownHosts({ cnameTarget, base }), faults);
  faults.check();
  return inTransaction(db, async (trx) => {
    await lockOrganisation(trx, organisationId);
    const claims = await selectClaims(trx, organisationId).forUpdate().execute();
    const before = claims.find((claim) => claim.domain === domain);
    if (before?.status === 'verified') return describeMailDomain(before);
    if (!before && claims.length >= MOST_DOMAINS) throw new DomainError('mail_domain_limit', `An organisation can have at most ${MOST_DOMAINS} mail domains.`);
    if (await isProvedElsewhere(trx, organisationId, domain)) throw domainTaken();
    const now = clock.now();
    const restart = {
      status: 'pending' as const,
      check_error: null,
      last_checked_at: null,
      claim_expires_at: new Date(now + CLAIM_LIFETIME_MS).toISOString(),
      created_at: new Date(now).toISOString(),
    };
    const after = await trx
      .insertInto('organisation_mail_domains')
      .values({ organisation_id: organisationId, id: newId(), domain, txt_token: randomBytes(24).toString('base64url'), ...restart })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'domain']).doUpdateSet(restart))
      .returning([...MAIL_DOMAIN_COLUMNS])
      .executeTakeFirstOrThrow();
    await recordMailDomain(trx, caller, 'mail_domain.claimed', before, after);
    return describeMailDomain(after);
  });
}

/** Whether another organisation has proved a domain. */
async function isProvedElsewhere(trx: Executor, organisationId: string, domain: string): Promise<boolean> {
  const taken = await trx
    .selectFrom('organisation_mail_domains')
    .select('id')
    .where('domain', '=', domain)
    .where('proved_at', 'is not', null)
    .where('organisation_id', '<>', organisationId)
    .executeTakeFirst();
  return taken !== undefined;
}

/** Whether a statement failed because another organisation has proved the domain. */
export const isMailDomainTaken = (error: unknown): boolean => error instanceof DatabaseError && error.constraint === 'organisation_mail_domains_domain';

/**
 * Removes a mail domain. Accounts that were made because of it stay.
 * @throws NotFoundError
 * @throws DomainError permission_denied
 */
export async function removeMailDomain({ db }: Pick<Tools, 'db'>, caller: Caller, id: string): Promise<void> {
  requireOwner(caller);
  requireIds(id);
  await inTransaction(db, async (trx) => {
    const before = await trx
      .deleteFrom('organisation_mail_domains')
      .where('organisation_id', '=', caller.organisationId)
      .where('id', '=', id)
      .returning([...MAIL_DOMAIN_COLUMNS])
      .executeTakeFirstOrThrow(() => new NotFoundError());
    await recordMailDomain(trx, caller, 'mail_domain.removed', before, undefined);
  });
}

/** Writes the change to the audit log, without the token that proves the domain. */
export async function recordMailDomain(
  trx: Executor,
  actor: Actor,
  action: `mail_domain.${string}`,
  before: MailDomainClaim | undefined,
  after: MailDomainClaim | undefined,
): Promise<void> {
  const told = (claim: MailDomainClaim | undefined) => claim && { domain: claim.domain, status: claim.status, check_error: claim.check_error };
  const objectId = (after ?? before)?.id as string;
  await recordChange(trx, actor, { action, objectId, before: told(before) ?? null, after: told(after) ?? null });
}

/** Returns a function that checks whether an address is at a mail domain that the organisation has proved: at exactly that domain, not at a subdomain. */
export async function provedAddresses(db: Executor, organisationId: string): Promise<(address: string) => boolean> {
  const rows = await db
    .selectFrom('organisation_mail_domains')
    .select('domain')
    .where('organisation_id', '=', organisationId)
    .where('proved_at', 'is not', null)
    .execute();
  const domains = new Set(rows.map(({ domain }) => domain));
  return (address) => domains.size > 0 && domains.has(asciiHostname(address.slice(address.lastIndexOf('@') + 1)));
}
