import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import { type Actor, type Caller, systemActor } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { readSettings } from '../settings/settings.ts';
import { type IssuingTools, issueTo, type Outcome } from './issue.ts';

/** Number of learners in one step. Each step is recorded before the next one begins, so that an interrupted run continues where it stopped. */
const STEP = 200;
const MOST_NAMES = 100;

interface Options {
  enrollment_ids: string[] | null;
  renew: boolean;
  reissue_reason: string | null;
}

const COLUMNS = [
  'id',
  'status',
  'is_dry_run',
  'total',
  'processed',
  'issued',
  'reissued',
  'already_issued',
  'not_due',
  'unprintable',
  'unprintable_names',
  'created_at',
  'finished_at',
] as const;

type Run = Shape<'CertificateBackfill'>;

const selectRuns = (db: Executor, organisationId: string) =>
  db
    .selectFrom('certificate_backfills')
    .select([...COLUMNS])
    .where('organisation_id', '=', organisationId)
    .$castTo<Run>();

const newestRun = (db: Executor, organisationId: string, courseId: string) =>
  selectRuns(db, organisationId).where('course_id', '=', courseId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1);

/** Selects the learners that a run looks at, without previews. */
const selectLearners = (db: Executor, organisationId: string, courseId: string, { enrollment_ids }: Pick<Options, 'enrollment_ids'>) =>
  db
    .selectFrom('enrollments')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('source', '<>', sql.lit('preview'))
    .$if(enrollment_ids !== null, (query) => query.where('id', '=', sql<string>`any(${enrollment_ids}::uuid[])`));

/**
 * Starts a run that issues certificates to learners who met the conditions before.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError
 * @throws DomainError certificates_disabled, backfill_under_way
 */
export function startBackfill(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  { enrollment_ids, dry_run, renew, reissue, reason }: Shape<'CertificateBackfillWrite'>,
): Promise<Run> {
  const { organisationId } = caller;
  const faults = new Faults();
  if (reissue && !enrollment_ids) faults.add('enrollment_ids', 'required', 'Specify the learners whose certificates you want to reissue.');
  if (reissue && !reason) faults.add('reason', 'required', 'Give a reason for reissuing certificates.');
  faults.check();
  const options: Options = { enrollment_ids: enrollment_ids ?? null, renew, reissue_reason: reissue ? (reason as string) : null };
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, organisationId, courseId);
    if (!(await readSettings(trx, { organisationId, courseId })).is_enabled) {
      throw new DomainError('certificates_disabled', 'Certificates are not enabled for this course.');
    }
    const { total } = await selectLearners(trx, organisationId, courseId, options).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
    const id = newId();
    const run = await trx
      .insertInto('certificate_backfills')
      .values({
        organisation_id: organisationId,
        id,
        course_id: courseId,
        status: 'queued',
        is_dry_run: dry_run,
        options: json(options) as never,
        requested_by: caller.actorType === 'user' ? caller.actorId : null,
        total,
        created_at: timeOf(clock),
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).where('status', '<>', sql.lit('finished')).doNothing())
      .returning([...COLUMNS])
      .$castTo<Run>()
      .executeTakeFirst();
    if (!run) {
      const { id: backfill_id } = await newestRun(trx, organisationId, courseId).executeTakeFirstOrThrow();
      throw new DomainError('backfill_under_way', 'Another backfill for this course is in progress.', { backfill_id });
    }
    await recordChange(trx, caller, {
      action: 'certificate.backfill_started',
      objectId: id,
      before: null,
      after: { course_id: courseId, dry_run, ...options },
    });
    await enqueue(trx, 'backfill_certificates', { organisation_id: organisationId, backfill_id: id });
    return run;
  });
}

/**
 * Returns the newest run of a course.
 * @throws NotFoundError when there is no such course, and when there was no run
 */
export async function getBackfill({ db }: Pick<Tools, 'db'>, { organisationId }: Caller, courseId: string): Promise<Run> {
  await requireCourse(db, organisationId, courseId);
  return newestRun(db, organisationId, courseId).executeTakeFirstOrThrow(() => new NotFoundError());
}

/** Takes all remaining steps of a run. */
export async function runBackfill(tools: IssuingTools, { organisation_id, backfill_id }: Jobs['backfill_certificates']): Promise<void> {
  while (await takeStep(tools, organisation_id, backfill_id));
}

/** Looks at the next learners, and returns whether any are left. */
async function takeStep(tools: IssuingTools, organisationId: string, id: string): Promise<boolean> {
  const { db } = tools;
  const run = await db
    .selectFrom('certificate_backfills')
    .select(['course_id', 'is_dry_run', 'after_id', 'requested_by', sql<Options>`options`.as('options')])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('status', '<>', 'finished')
    .executeTakeFirst();
  if (!run) return false;
  const { course_id: courseId, is_dry_run: isDryRun, after_id: after, options } = run;
  const rows = await selectLearners(db, organisationId, courseId, options)
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(STEP)
    .execute();
  const ids = rows.map((row) => row.id);
  const wishes = { isDryRun, renew: options.renew, reissueReason: options.reissue_reason };
  const outcome = ids.length > 0 ? await issueTo(tools, { organisationId, courseId }, ids, wishes, actorOf(organisationId, run.requested_by)) : null;
  await recordStep(tools, organisationId, id, { after, ids, outcome });
  return ids.length === STEP;
}

const actorOf = (organisationId: string, userId: string | null): Actor =>
  userId === null ? systemActor(organisationId) : { ...systemActor(organisationId), actorType: 'user', actorId: userId };

/** Records a step. A step that ran twice, because its process was taken for dead, is recorded once. */
async function recordStep(
  { db, clock }: Pick<Tools<Database>, 'db' | 'clock'>,
  organisationId: string,
  id: string,
  { after, ids, outcome }: { after: string | null; ids: readonly string[]; outcome: Outcome | null },
): Promise<void> {
  const isLast = ids.length < STEP;
  const add = (column: 'issued' | 'reissued' | 'already_issued' | 'not_due' | 'unprintable') =>
    sql<number>`${sql.ref(column)} + ${outcome?.[column] ?? 0}::int`;
  await db
    .updateTable('certificate_backfills')
    .set({
      status: isLast ? 'finished' : 'running',
      finished_at: isLast ? timeOf(clock) : null,
      after_id: ids.at(-1) ?? after,
      processed: sql<number>`processed + ${ids.length}::int`,
      issued: add('issued'),
      reissued: add('reissued'),
      already_issued: add('already_issued'),
      not_due: add('not_due'),
      unprintable: add('unprintable'),
      unprintable_names:
        sql`jsonb_path_query_array(unprintable_names || ${json(outcome?.unprintable_names ?? [])}, ${sql.lit(`$[0 to ${MOST_NAMES - 1}]`)})` as never,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where(sql<boolean>`after_id is not distinct from ${after}::uuid`)
    .execute();
}
