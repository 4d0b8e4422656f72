import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** Whether an account is its person's own: no organisation made it, or the person has proved that they can get into it without that organisation. */
export const isPersonal: RawBuilder<boolean> = sql<boolean>`(users.made_by_organisation_id is null or users.personal_since is not null)`;

/**
 * Makes an account its person's own, for good: cards that its organisation has issued stop working. An account that is personal is left as it is. Locks the
 * user, as the use of a card does.
 */
export async function makePersonal(trx: Executor, userId: string): Promise<void> {
  await trx.updateTable('users').set({ personal_since: sql<string>`now()` }).where('id', '=', userId).where(sql<boolean>`not ${isPersonal}`).execute();
}
