import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';
import { DomainError } from './errors.ts';

/** Whether an account belongs to its person: no organisation made it, or the person has proved that they can sign in to it without that organisation. */
export const isPersonal: RawBuilder<boolean> = sql<boolean>`(users.made_by_organisation_id is null or users.personal_since is not null)`;

/** Whether an organisation has authority over an account: it made the account, and the person has not made it their own. */
export const isInHandsOf = (organisationId: string): RawBuilder<boolean> =>
  sql<boolean>`(users.made_by_organisation_id is not distinct from ${organisationId}::uuid and users.personal_since is null)`;

/**
 * Checks that nothing that belongs to this organisation falls into the hands of another one, through an account that the other one made and can sign in to. An
 * account is personal once its person has proved a way back into it.
 * @throws DomainError recovery_required
 */
export async function requireOwnAccount(db: Executor, userId: string, organisationId: string): Promise<void> {
  const inOtherHands = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(sql<boolean>`not ${isPersonal}`)
    .where('made_by_organisation_id', '<>', organisationId)
    .executeTakeFirst();
  if (inOtherHands) throw new DomainError('recovery_required', 'Verify your email address, add a phone number or link a provider first.');
}
