import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { type Actor, type Caller, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { notify } from '../../kernel/events/notify.ts';
import { type Attempt, enqueue, isPending, type Jobs } from '../../kernel/jobs.ts';
import { inBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { staffGrant } from '../../learning/enrollments/enroll-many.ts';
import { requireVerified } from '../../organisations/invites/manage-invites.ts';
import { countRowsOf, describeRoster, type RosterPath, readRoster, rosterOf } from './columns.ts';
import { type Batch, commitRows, openBatches } from './commit-rows.ts';
import { publishEvent } from './events.ts';
import type { RosterKey } from './plan.ts';

/** Five attempts take about a minute and a half. A commit that has failed can be continued. */
const MOST_ATTEMPTS = 5;
/** Batches that are committed at the same time, each on a connection of its own. They wait for each other where enrollments or scarce seats are counted. */
const LANES = 2;
/** Number of abandoned commits that are ended at once. Each has up to 50,000 rows to count. */
const ABANDONED_AT_ONCE = 10;

/**
 * Starts a job that commits the rows of a file that can be imported. Repeating the call, even at the same time, changes nothing; after a failure, it continues.
 * @throws NotFoundError
 * @throws DomainError enrollment_closed, roster_closed, permission_denied
 */
export function commitRoster({ db, clock }: Pick<Tools, 'db' | 'clock'>, caller: Caller, path: RosterPath): Promise<Shape<'RosterImport'>> {
  const key = { organisationId: caller.organisationId, ...path };
  return inTransaction(db, async (trx) => {
    const { status, counts, ...before } = await readRoster(trx, key, { held: true });
    if (status === 'expired') throw new DomainError('roster_closed', 'The rows of the file have been erased.');
    if (status !== 'ready' && status !== 'failed') return describeRoster({ db: trx, clock }, key, { ...before, status, counts });
    await staffGrant(trx, key.organisationId, key.courseId, timeOf(clock));
    if (before.invite_count > 0) await requireVerified(trx, key.organisationId);
    const committed_by = caller.actorType === 'user' ? caller.actorId : null;
    await update(trx, key, { status: 'committing', failure: null, sealed_file: null, committed_by });
    await enqueue(trx, 'commit_roster', { organisation_id: key.organisationId, import_id: path.importId }, { maxAttempts: MOST_ATTEMPTS });
    await recordChange(trx, caller, {
      action: 'roster_import.committed',
      objectId: path.importId,
      before: { status },
      after: { status: 'committing', counts },
    });
    return describeRoster({ db: trx, clock }, key, await readRoster(trx, key));
  });
}

/** Commits a file batch by batch. A job that is killed continues with the batches that are left. */
export async function runCommit(
  { db, clock, keyring, base }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'base'>,
  { organisation_id: organisationId, import_id: importId }: Jobs['commit_roster'],
  { isLast }: Attempt,
): Promise<void> {
  const found = await db
    .selectFrom('roster_imports')
    .select('course_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!found) return;
  const key = { organisationId, courseId: found.course_id, importId };
  const finish = (failure: Shape<'RosterFailure'> | null, actor?: Actor): Promise<void> =>
    inTransaction(db, async (trx) => {
      const roster = await committing(trx, key).forUpdate().executeTakeFirst();
      if (roster) await end(trx, key, actor ?? actorOf(key, roster), failure, timeOf(clock));
    });
  const commit = (batch: Batch): Promise<Shape<'RosterFailure'> | null> =>
    inTransaction(db, async (trx) => {
      const now = timeOf(clock);
      const grant = await staffGrant(trx, organisationId, key.courseId, now).catch(closedCode);
      const roster = await committing(trx, key).forKeyShare().executeTakeFirst();
      if (!roster) return null;
      if (typeof grant === 'string') return grant;
      const terms = { grant, renewsEnded: roster.renews_ended, addresses: roster.addresses };
      await commitRows(trx, { keyring, base }, actorOf(key, roster), key, terms, batch, now);
      return null;
    });
  try {
    await finish(await inLanes(await openBatches(db, key), commit));
  } catch (error) {
    if (isLast) await finish('internal_error', systemActor(organisationId));
    throw error;
  }
}

/** Commits the batches, some at the same time, until one cannot be committed. Returns the reason once all that had begun have ended. */
async function inLanes(batches: Batch[], commit: (batch: Batch) => Promise<Shape<'RosterFailure'> | null>): Promise<Shape<'RosterFailure'> | null> {
  let failure: Shape<'RosterFailure'> | null = null;
  const lane = async () => {
    for (let batch = batches.shift(); batch && !failure; batch = batches.shift()) failure = (await commit(batch)) ?? failure;
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return failure;
}

/**
 * Marks commits as failed whose job is gone without having ended them, because its last attempt was killed. They can be continued. If a commit never ended, its
 * codes and rows would never be erased.
 */
export async function endAbandoned({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows: abandoned } = await sql<RosterKey>`select organisation_id as "organisationId", course_id as "courseId", id as "importId"
          from roster_imports i where status = 'committing' and not ${isPending('commit_roster', 'import_id', sql`i.id`)}
          limit ${limit} for update skip locked`.execute(trx);
        for (const key of abandoned) await end(trx, key, systemActor(key.organisationId), 'internal_error', timeOf(clock));
        return abandoned.length;
      }),
    ABANDONED_AT_ONCE,
  );
}

/** Selects the import while it is being committed. Its course may be deleted. Batches share the lock with each other, but not with the end of the commit. */
const committing = (trx: Executor, key: RosterKey) =>
  rosterOf(trx, key)
    .where('status', '=', 'committing')
    .select(['committed_by', 'renews_ended', sql<Shape<'RosterAddresses'>>`addresses`.as('addresses')]);

/** Returns the person who committed the file, or the system if their account is gone. */
const actorOf = ({ organisationId }: RosterKey, { committed_by }: { committed_by: string | null }): Actor =>
  committed_by === null ? systemActor(organisationId) : { ...systemActor(organisationId), actorType: 'user', actorId: committed_by };

/** Returns why a commit fails if its course is closed. A deleted course counts as closed. */
export function closedCode(error: unknown): Shape<'RosterFailure'> {
  if (error instanceof NotFoundError) return 'enrollment_closed';
  if (error instanceof DomainError && error.code === 'enrollment_closed') return error.code;
  throw error;
}

/** Ends a commit, and reports its outcome. */
async function end(trx: Executor, key: RosterKey, actor: Actor, failure: Shape<'RosterFailure'> | null, now: string): Promise<void> {
  await countRowsOf(trx, key);
  const { counts, done_count } = await rosterOf(trx, key)
    .select(['done_count', sql<Shape<'RosterCounts'>>`counts`.as('counts')])
    .executeTakeFirstOrThrow();
  const isWhole = counts.error === 0 && !(await lacksSomething(trx, key));
  const status = failure ? 'failed' : isWhole ? 'committed' : 'committed_with_errors';
  await update(trx, key, { status, failure, finished_at: now });
  const after = { status, failure, counts, done_count };
  await recordChange(trx, actor, { action: 'roster_import.finished', objectId: key.importId, before: { status: 'committing' }, after });
  await publishEvent(trx, 'roster.imported', key);
  await notify(trx, { organisation_id: key.organisationId, event: 'roster_imported', object_id: key.importId });
  await enqueue(trx, 'send_invites', { organisation_id: key.organisationId });
}

/** Returns whether there is a row that was imported without something, as its code says. */
async function lacksSomething(trx: Executor, { organisationId, importId }: RosterKey): Promise<boolean> {
  const row = await trx
    .selectFrom('roster_import_rows')
    .select('line')
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', importId)
    .where('is_done', '=', true)
    .where('code', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Changes {
  status: Shape<'RosterStatus'>;
  failure: Shape<'RosterFailure'> | null;
  sealed_file?: null;
  committed_by?: string | null;
  finished_at?: string;
}

const update = (trx: Executor, { organisationId, importId }: RosterKey, changes: Changes): Promise<unknown> =>
  trx.updateTable('roster_imports').set(changes).where('organisation_id', '=', organisationId).where('id', '=', importId).execute();
