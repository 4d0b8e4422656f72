import type { User } from '../../kernel/caller.ts';
import type { Tools } from '../../kernel/tools.ts';

/** What every finished sign-in does, whichever way it went: an account that was to be deleted is kept. */
export async function finishSignIn({ db }: Pick<Tools, 'db'>, { actorId: userId }: User): Promise<void> {
  await db.updateTable('users').set({ deletion_due_at: null }).where('id', '=', userId).where('deletion_due_at', 'is not', null).execute();
}
