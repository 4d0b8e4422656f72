import { inTransaction } from '../../../platform/database/connect.ts';
import { lockAccounts, scheduleErasure } from '../../identity/accounts/erasure.ts';
import type { Person } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { appointSuccessors, lockOwned } from '../../organisations/organisations/successors.ts';
import { type SolelyOwned, solelyOwned } from './sole-ownership.ts';

const GRACE_MS = 14 * 24 * 3600_000;
const MOST_NAMED = 5;
const MOST_LISTED = 100;

/**
 * Schedules the erasure of the account in 14 days and ends every session. The successors become owners in the same transaction, which locks the accounts and
 * the organisations, so that nobody who must stay leaves at the same time. Returns the time of the erasure.
 * @throws ValidationError for a successor who cannot take over
 * @throws DomainError owner_of_learners
 */
export function scheduleDeletion({ db, clock }: Pick<Tools, 'db' | 'clock'>, who: Person, successors: readonly Shape<'Successor'>[] = []): Promise<string> {
  const { actorId: userId } = who;
  const deletion_due_at = new Date(clock.now() + GRACE_MS).toISOString();
  return inTransaction(db, async (trx) => {
    await lockAccounts(trx, [userId, ...successors.map(({ user_id }) => user_id)]);
    await lockOwned(trx, userId);
    await appointSuccessors(trx, who, successors);
    requireSuccessors((await solelyOwned(trx, userId, { countsLeaving: false })).filter(({ has_learners }) => has_learners));
    await scheduleErasure(trx, userId, deletion_due_at);
    await enqueue(trx, 'mail_deletion_scheduled', { user_id: userId });
    return deletion_due_at;
  });
}

function requireSuccessors(blocking: SolelyOwned[]): void {
  if (blocking.length === 0) return;
  const detail = `You are the only owner of ${namesOf(blocking)}, where other people are learning. Name a successor, or transfer ownership first.`;
  throw new DomainError('owner_of_learners', detail, { organisations: blocking.slice(0, MOST_LISTED).map(({ id, name }) => ({ id, name })) });
}

function namesOf(organisations: SolelyOwned[]): string {
  const named = organisations.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`);
  const more = organisations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
