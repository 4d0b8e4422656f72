import { inTransaction } from '../../../platform/database/connect.ts';
import { scheduleErasure } from '../../identity/accounts/erasure.ts';
import type { User } from '../../kernel/caller.ts';
import { DomainError } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type SolelyOwned, solelyOwned } from './sole-ownership.ts';

const GRACE_MS = 14 * 24 * 3600_000;
const MOST_NAMED = 5;

/**
 * Schedules the erasure of the account in 14 days and ends every session. Returns the time of the erasure.
 * @throws DomainError owner_of_learners
 */
export function scheduleDeletion({ db, clock }: Pick<Tools, 'db' | 'clock'>, { actorId: userId }: User): Promise<string> {
  const deletion_due_at = new Date(clock.now() + GRACE_MS).toISOString();
  return inTransaction(db, async (trx) => {
    const blocking = (await solelyOwned(trx, userId)).filter(({ has_learners }) => has_learners);
    if (blocking.length)
      throw new DomainError('owner_of_learners', `You are the only owner of ${namesOf(blocking)}, where others learn. Transfer the ownership first.`);
    await scheduleErasure(trx, userId, deletion_due_at);
    await enqueue(trx, 'mail_deletion_scheduled', { user_id: userId });
    return deletion_due_at;
  });
}

function namesOf(organisations: SolelyOwned[]): string {
  const named = organisations.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`);
  const more = organisations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
