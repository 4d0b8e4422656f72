import type { User } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Runs at the end of every sign-in, by any method: cancels a scheduled deletion of the account. */
export async function finishSignIn({ db }: Pick<Tools, 'db'>, { actorId: userId }: User): Promise<void> {
  await db.updateTable('users').set({ deletion_due_at: null }).where('id', '=', userId).where('deletion_due_at', 'is not', null).execute();
}
