import { sql } from 'kysely';
import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { keepInvoices } from '../../commerce/invoices/keep.ts';
import { endPurchases } from '../../commerce/platform-purchases/end-purchases.ts';
import { discardFiles } from '../../files/stored-files.ts';
import { revokeKeysMadeBy } from '../../identity/api-keys/keys-of-makers.ts';
import { emailKey } from '../../kernel/email-key.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { Failures } from '../../kernel/failures.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { erasing, type PersonalData } from '../../kernel/personal-data.ts';
import type { Tools } from '../../kernel/tools.ts';
import { deleteEnrollmentsOf } from '../../learning/enrollments/delete-enrollments.ts';
import { deleteOrganisations } from '../../organisations/organisations/delete-organisations.ts';
import { changeRole } from '../../organisations/organisations/members.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { type SolelyOwned, solelyOwned } from './sole-ownership.ts';

/** Number of users that are read at once. */
const BATCH = 100;
const DAY_SECONDS = 24 * 3600;

/**
 * Erases the users whose deletion is due, each in their own transaction, so that a user who cannot be erased does not block the others. Users who are
 * the only owner of an organisation with learners are skipped and checked again on the next run.
 * @throws AggregateError if some users could not be erased, after all others were erased
 */
export async function eraseDueUsers({ db, clock }: Pick<Tools, 'db' | 'clock'>, batch = BATCH): Promise<void> {
  const now = timeOf(clock);
  const failures = new Failures();
  for (let after = { deletion_due_at: '-infinity', id: NIL as string }; ; ) {
    const due = await db
      .selectFrom('users')
      .select(['id', sql<string>`deletion_due_at`.as('deletion_due_at')])
      .where('deletion_due_at', '<=', now)
      .where(sql<boolean>`(deletion_due_at, id) > (${after.deletion_due_at}::timestamptz, ${after.id}::uuid)`)
      .orderBy('deletion_due_at')
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id } of due) await failures.note(id, () => eraseDueUser(db, id, now));
    const last = due.at(-1);
    if (!last || due.length < batch) break;
    after = last;
  }
  failures.check('users could not be erased');
}

/** Erases the user, unless they have signed in since or another process is already erasing them. */
async function eraseDueUser(db: Database, userId: string, now: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('deletion_due_at', '<=', now)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return;
    // From here on, nobody can join these organisations.
    const owned = (await solelyOwned(trx, userId, { countsLeaving: true })).map(({ id }) => id);
    if (owned.length) await trx.selectFrom('organisations').select('id').where('id', 'in', owned).orderBy('id').forUpdate().execute();
    const organisations = await solelyOwned(trx, userId, { countsLeaving: true });
    if (organisations.some(({ has_learners }) => has_learners)) return;
    const left = organisations.filter(({ successor_id }) => successor_id === null).map(({ id }) => id);
    await keepInvoices(trx, left);
    await removeOrganisations(trx, left, now);
    for (const organisation of organisations) await handOver(trx, userId, organisation);
    await eraseUsers(trx, [userId]);
  });
}

/** Deletes the organisations with everything in them. Their purchases from the service are no longer charged. */
async function removeOrganisations(trx: Executor, organisationIds: readonly string[], now: string): Promise<void> {
  await endPurchases(trx, organisationIds, ['plan', 'storage'], now);
  await deleteEnrollmentsOf(trx, organisationIds);
  await deleteOrganisations(trx, organisationIds);
}

/** Makes the longest-standing creator the owner, so that no organisation is left without an owner. */
async function handOver(trx: Executor, userId: string, { id, successor_id }: SolelyOwned): Promise<void> {
  if (successor_id === null) return;
  const system = { organisationId: id, actorType: 'system', actorId: userId, requestId: 'erase_users', ip: null } as const;
  await changeRole(trx, system, successor_id, 'creator', 'owner');
}

/** Erases the data held about users. Their files are deleted once the transaction commits. Running it again changes nothing. */
async function eraseUsers(trx: Executor, userIds: readonly string[]): Promise<void> {
  await erase(trx, PERSONAL_DATA, userIds);
  // Runs after the deletion of their memberships: from then on, nobody can make another key for them.
  for (const userId of userIds) await revokeKeysMadeBy(trx, userId);
}

async function erase(trx: Executor, data: readonly PersonalData[], userIds: readonly string[]): Promise<void> {
  for (const { files } of data) if (files) await discardFiles(trx, files(userIds));
  for (const { rewrite } of data) await rewrite?.(trx, userIds);
  for (const entry of data.toReversed()) for (const statement of erasing(entry, userIds)) await statement.execute(trx);
  for (const userId of userIds) if (await hasToWait(trx, userId)) await enqueue(trx, 'erase_waiting_data', { user_id: userId }, { delaySeconds: DAY_SECONDS });
}

const WAITING = PERSONAL_DATA.filter(({ waits }) => waits);

async function hasToWait(trx: Executor, userId: string): Promise<boolean> {
  for (const { waits } of WAITING) if ((await waits?.([userId]).execute(trx))?.rows[0]?.waits) return true;
  return false;
}

/** Erases the data that had to stay when the user was erased, as soon as it may be erased. */
export const eraseWaitingData = ({ db }: Pick<Tools<Database>, 'db'>, { user_id: userId }: { user_id: string }): Promise<void> =>
  inTransaction(db, (trx) => erase(trx, WAITING, [userId]));

/**
 * Removes an account and the organisations that it created without a trace, even if they have other members, so that the email address can sign up
 * again. For QA only.
 * @throws NotFoundError
 */
export async function removeAccount({ db, clock }: Pick<Tools, 'db' | 'clock'>, email: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const user = await trx.selectFrom('users').select('id').where('email_key', '=', emailKey(email)).forUpdate().executeTakeFirst();
    if (!user) throw new NotFoundError();
    const made = await trx.selectFrom('organisations').select('id').where('created_by', '=', user.id).forUpdate().execute();
    await removeOrganisations(
      trx,
      made.map(({ id }) => id),
      timeOf(clock),
    );
    await eraseUsers(trx, [user.id]);
    for (const { remove } of PERSONAL_DATA.toReversed()) await remove?.([user.id]).execute(trx);
  });
}
