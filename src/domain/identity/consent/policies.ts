import { sql } from 'kysely';
import { type Clock, timeOf } from '../../../platform/clock/clock.ts';
import type { Person, User } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Selects the version in force of each policy that users accept, except the cookie policy, which only concerns the cookie consent. */
const inForce = (clock: Clock) => sql`
  select distinct on (policy) policy, version, url from policies
  where policy <> 'cookies' and in_force_from <= ${timeOf(clock)}
  order by policy, in_force_from desc`;

/** Returns the user's consents. `base` is the public base URL of the service, without a trailing slash. */
export async function getLegalConsent({ db, clock, base }: Pick<Tools, 'db' | 'clock' | 'base'>, { actorId: userId }: User): Promise<Shape<'LegalConsent'>> {
  const { rows } = await sql<Shape<'PolicyConsent'>>`
    select in_force.policy, in_force.version, url, newest.version as accepted_version, newest.accepted_at,
      newest.version is not distinct from in_force.version as is_accepted
    from (${inForce(clock)}) as in_force
    left join lateral (
      select version, accepted_at from policy_acceptances join policies using (policy, version)
      where user_id = ${userId} and policy = in_force.policy
      order by in_force_from desc limit 1
    ) as newest on true
    order by array_position(array['terms', 'privacy'], in_force.policy)`.execute(db);
  return {
    policies: rows.map(({ url, ...same }) => ({ ...same, url: url.startsWith('/') ? base + url : url })),
    is_complete: rows.every(({ is_accepted }) => is_accepted),
  };
}

/**
 * Accepts either all of the given policy versions or none, in one statement. Versions that were accepted before keep their time of acceptance.
 * @throws DomainError policy_version
 */
export async function acceptPolicies(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { actorId: userId, ip }: Pick<Person, 'actorId' | 'ip'>,
  accepted: Shape<'PolicyAcceptance'>[],
): Promise<void> {
  const { rows } = await sql<{ is_refused: boolean }>`
    with named as (
      select distinct policy, version from unnest(${accepted.map(({ policy }) => policy)}::text[], ${accepted.map(({ version }) => version)}::text[])
        as named (policy, version)
    ), refused as (
      select from named where not exists (select from (${inForce(clock)}) as in_force where (in_force.policy, in_force.version) = (named.policy, named.version))
    ), kept as (
      insert into policy_acceptances (user_id, policy, version, accepted_at, ip)
      select ${userId}::uuid, policy, version, ${timeOf(clock)}::timestamptz, ${ip}::inet from named where not exists (select from refused)
      order by policy
      on conflict do nothing
    )
    select exists (select from refused) as is_refused`.execute(db);
  if (rows[0]?.is_refused) throw new DomainError('policy_version', 'A different version of a policy is in force.');
}

/** Deletes the user's acceptances, as if the user had accepted no policy. */
export async function forgetAcceptances({ db }: Pick<Tools, 'db'>, { actorId: userId }: User): Promise<void> {
  await db.deleteFrom('policy_acceptances').where('user_id', '=', userId).execute();
}
