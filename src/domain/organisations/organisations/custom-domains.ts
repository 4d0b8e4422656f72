import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { DatabaseError } from 'pg';
import type { DB } from '../../../../generated/database.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Actor, Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { CLAIM_LIFETIME_MS } from './domain-proof.ts';
import { challengeName, customHostname } from './hostname.ts';

/** A domain as it is stored, in any state. */
export type DomainClaim = Omit<Selectable<DB['organisation_domains']>, 'organisation_id'>;

export const CLAIM_COLUMNS = [
  'hostname',
  'status',
  'txt_token',
  'check_error',
  'last_checked_at',
  'proved_at',
  'claim_expires_at',
  'created_at',
] as const satisfies (keyof DomainClaim)[];

export const txtValue = ({ txt_token }: Pick<DomainClaim, 'txt_token'>): string => `lms-verification=${txt_token}`;

export const selectClaim = (db: Executor, organisationId: string) =>
  db
    .selectFrom('organisation_domains')
    .select([...CLAIM_COLUMNS])
    .where('organisation_id', '=', organisationId);

/** @throws NotFoundError */
export const readClaim = (db: Executor, organisationId: string): Promise<DomainClaim> =>
  selectClaim(db, organisationId).executeTakeFirstOrThrow(() => new NotFoundError());

/** Describes the domain for the organisation, with the DNS records that it must create. */
export function describeDomain({ txt_token, proved_at, ...claim }: DomainClaim, cnameTarget: string | null): Shape<'CustomDomain'> {
  const txt = { type: 'TXT' as const, name: challengeName(claim.hostname), value: txtValue({ txt_token }) };
  const cname = cnameTarget === null ? [] : [{ type: 'CNAME' as const, name: claim.hostname, value: cnameTarget }];
  return { ...claim, records: [txt, ...cname] };
}

/** @throws NotFoundError */
export const getCustomDomain = async ({ db, cnameTarget }: Pick<Tools, 'db' | 'cnameTarget'>, { organisationId }: Caller): Promise<Shape<'CustomDomain'>> =>
  describeDomain(await readClaim(db, organisationId), cnameTarget);

/**
 * Claims a domain, which replaces the previous one. Its TXT record must be found within seven days. If the same domain is claimed again, its DNS
 * records stay the same, and a domain that the organisation has already proved is left unchanged.
 * @throws DomainError domain_taken
 * @throws ValidationError
 */
export async function claimDomain(
  { db, clock, cnameTarget, base }: Pick<Tools, 'db' | 'clock' | 'cnameTarget' | 'base'>,
  caller: Caller,
  input: string,
): Promise<Shape<'CustomDomain'>> {
  const hostname = checkHostname({ cnameTarget, base }, input);
  const claimed = await inTransaction(db, async (trx) => {
    const before = await selectClaim(trx, caller.organisationId).forUpdate().executeTakeFirst();
    const isSame = before?.hostname === hostname;
    if (isSame && before.proved_at !== null) return before;
    const claim = { ...newClaim(clock, hostname), ...(isSame ? { txt_token: before.txt_token } : {}) };
    return storeClaim(trx, caller, 'domain.claimed', before, claim);
  });
  return describeDomain(claimed, cnameTarget);
}

/** @throws ValidationError */
export function checkHostname({ cnameTarget, base }: Pick<Tools, 'cnameTarget' | 'base'>, input: string): string {
  const faults = new Faults();
  const hostname = customHostname(input, ownHosts({ cnameTarget, base }), faults);
  faults.check();
  return hostname;
}

/** Returns the host names of the service, which are reserved together with all names below them. */
export const ownHosts = ({ cnameTarget, base }: Pick<Tools, 'cnameTarget' | 'base'>): string[] => [
  new URL(base).hostname,
  ...(cnameTarget === null ? [] : [cnameTarget]),
];

export function newClaim(clock: Clock, hostname: string): DomainClaim {
  const now = clock.now();
  return {
    hostname,
    status: 'pending',
    txt_token: randomBytes(24).toString('base64url'),
    check_error: null,
    last_checked_at: null,
    proved_at: null,
    claim_expires_at: new Date(now + CLAIM_LIFETIME_MS).toISOString(),
    created_at: new Date(now).toISOString(),
  };
}

/**
 * Stores `claim` as the organisation's domain, unless another organisation has proved this host name.
 * @throws DomainError domain_taken
 */
export async function storeClaim(
  trx: Executor,
  actor: Actor,
  action: `domain.${string}`,
  before: DomainClaim | undefined,
  claim: DomainClaim,
): Promise<DomainClaim> {
  const { organisationId } = actor;
  const taken = await trx
    .selectFrom('organisation_domains')
    .select('organisation_id')
    .where('hostname', '=', claim.hostname)
    .where('proved_at', 'is not', null)
    .where('organisation_id', '<>', organisationId)
    .executeTakeFirst();
  if (taken) throw domainTaken();
  const after = await trx
    .insertInto('organisation_domains')
    .values({ organisation_id: organisationId, ...claim })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(claim))
    .returning([...CLAIM_COLUMNS])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isTaken(error) ? domainTaken() : error;
    });
  await recordDomain(trx, actor, action, before, after);
  return after;
}

/** Writes the change to the audit log, without the token that proves the domain. */
export async function recordDomain(
  trx: Executor,
  actor: Actor,
  action: `domain.${string}`,
  before: DomainClaim | undefined,
  after: DomainClaim | undefined,
): Promise<void> {
  const told = (claim: DomainClaim | undefined) => claim && { hostname: claim.hostname, status: claim.status, check_error: claim.check_error };
  await recordChange(trx, actor, { action, objectId: actor.organisationId, before: told(before) ?? null, after: told(after) ?? null });
}

export const domainTaken = (): DomainError => new DomainError('domain_taken', 'Another organisation has already proved ownership of this domain.');

/** Whether a statement failed because another organisation has proved the host name. */
export const isTaken = (error: unknown): boolean => error instanceof DatabaseError && error.constraint === 'organisation_domains_hostname';

/** @throws NotFoundError */
export async function removeDomain(trx: Executor, actor: Actor): Promise<void> {
  const before = await trx
    .deleteFrom('organisation_domains')
    .where('organisation_id', '=', actor.organisationId)
    .returning([...CLAIM_COLUMNS])
    .executeTakeFirstOrThrow(() => new NotFoundError());
  await recordDomain(trx, actor, 'domain.removed', before, undefined);
}
