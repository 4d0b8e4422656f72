import { sql } from 'kysely';
import { NIL } from 'uuid';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { lockUntilEnd } from '../../../platform/database/locks.ts';
import { inSavepoint } from '../../../platform/database/savepoint.ts';
import { Failures } from '../../kernel/failures.ts';
import { enqueue, enqueueAll } from '../../kernel/jobs.ts';
import { inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { giveAliases } from './aliases.ts';
import { type ComputedBook, type ComputedLearner, computeGrades } from './compute-grades.ts';
import { type BookKey, showGrade } from './rules.ts';
import { showAttendance, showCells } from './show-cells.ts';

/** The number of learners whose grades are computed in one transaction. */
const BATCH = 50;

/** Gives the rules of a course a new number, so that a job computes all its grades again. Must run in the transaction of the change. */
export async function rulesChanged(trx: Executor, { organisationId, courseId }: BookKey): Promise<void> {
  await sql`insert into gradebook_courses (organisation_id, course_id, revision) values (${organisationId}, ${courseId}, 1)
    on conflict (organisation_id, course_id) do update set revision = gradebook_courses.revision + 1`.execute(trx);
  await enqueue(trx, 'compute_gradebook', { organisation_id: organisationId, course_id: courseId }, { key: `gradebook ${courseId}` });
}

/**
 * Computes and stores the grades of these learners, as far as they still exist, in the current transaction. Concurrent computations of the same learner run one
 * after the other.
 */
export async function storeGrades(trx: Executor, book: BookKey, enrollmentIds: readonly string[], now: string): Promise<ComputedBook> {
  const { organisationId, courseId } = book;
  const rows = sql`from (select id from unnest(${enrollmentIds}::uuid[]) id order by id) learners`;
  await lockUntilEnd(trx, 'grades', sql`id::text`, { rows });
  const revision = await readRevision(trx, book);
  const present = await trx
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${enrollmentIds}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const computed = await computeGrades(trx, book, { enrollmentIds: present.map(({ id }) => id), view: 'staff' }, now);
  const { settings, learners } = computed;
  if (learners.length === 0) return computed;
  if (learners[0]?.cells.some(({ column }) => column.lesson.isAnonymous)) {
    await giveAliases(
      trx,
      book,
      learners.map(({ enrollmentId }) => enrollmentId),
    );
  }
  await trx
    .insertInto('gradebook_results')
    .values(
      learners.map((learner) => {
        const [current, final] = [showGrade(settings, learner.current), showGrade(settings, learner.final)];
        return {
          organisation_id: organisationId,
          enrollment_id: learner.enrollmentId,
          course_id: courseId,
          revision,
          cells: json(showCells(learner)) as never,
          attendance: learner.attendance && (json(showAttendance(learner)) as never),
          current_grade: json(current) as never,
          final_grade: json(final) as never,
          current_percent: current.percent,
          final_percent: final.percent,
          next_due_at: nextDue(learner, now),
          raised_at: final.percent === null ? null : now,
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'enrollment_id']).doUpdateSet((eb) => ({
        revision: eb.ref('excluded.revision'),
        cells: eb.ref('excluded.cells'),
        attendance: eb.ref('excluded.attendance'),
        current_grade: eb.ref('excluded.current_grade'),
        final_grade: eb.ref('excluded.final_grade'),
        current_percent: eb.ref('excluded.current_percent'),
        final_percent: eb.ref('excluded.final_percent'),
        // A due moment that has passed is kept: it calls for another computation, perhaps because of changes since this one began.
        next_due_at: sql<string>`case when gradebook_results.next_due_at <= ${now}::timestamptz then gradebook_results.next_due_at else excluded.next_due_at end`,
        raised_at: sql<string>`case when excluded.final_percent > coalesce(gradebook_results.final_percent, -1) then excluded.raised_at
          when excluded.final_percent = gradebook_results.final_percent then gradebook_results.raised_at end`,
      })),
    )
    .execute();
  return computed;
}

/**
 * Does the same as `storeGrades` for learners who are then notified of their grades, and returns them. Learners whose grades cannot be computed are left to a
 * job, which reports them to the operators.
 */
export async function storeToTell(trx: Executor, book: BookKey, enrollmentIds: readonly string[], now: string): Promise<ComputedLearner[]> {
  const store = async (ids: readonly string[]) => (await storeGrades(trx, book, ids, now)).learners;
  if (enrollmentIds.length === 1) return store(enrollmentIds);
  try {
    return await inSavepoint(trx, () => store(enrollmentIds));
  } catch {
    const told: ComputedLearner[] = [];
    for (const id of enrollmentIds) {
      await inSavepoint(trx, () => store([id])).then(
        (learners) => told.push(...learners),
        () => enqueue(trx, 'compute_grades', { organisation_id: book.organisationId, enrollment_id: id }),
      );
    }
    return told;
  }
}

/** Returns when work of the learner next becomes missing: the end of the minute of the earliest due moment to come. */
function nextDue({ cells }: ComputedLearner, now: string): string | null {
  const moments = cells.flatMap(({ facts: { work, dueAt }, column }) =>
    work.length === 0 && dueAt !== null && column.item.isOnline ? [Date.parse(dueAt) + 60_000] : [],
  );
  const next = Math.min(...moments.filter((moment) => moment > Date.parse(now)));
  return Number.isFinite(next) ? new Date(next).toISOString() : null;
}

/**
 * Computes all grades of a course that are not up to date, in batches. An interrupted run continues where it stopped.
 * @throws AggregateError if those of some learners cannot be computed, after all others were computed
 */
export async function computeGradebook({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, book: BookKey): Promise<void> {
  const revision = await readRevision(db, book);
  const failures = new Failures();
  for (let after: string = NIL; ; ) {
    const ids = await staleLearners(db, book, after);
    if (ids.length > 0) await failures.noteEach(ids, (some) => inTransaction(db, (trx) => storeGrades(trx, book, some, timeOf(clock))));
    if (ids.length < BATCH) break;
    after = ids.at(-1) as string;
  }
  failures.check('learners have grades that could not be computed');
  await db
    .updateTable('gradebook_courses')
    .set({ computed_revision: revision })
    .where('organisation_id', '=', book.organisationId)
    .where('course_id', '=', book.courseId)
    .where('computed_revision', '<', revision)
    .execute();
}

async function readRevision(db: Executor, { organisationId, courseId }: BookKey): Promise<number> {
  const stored = await db
    .selectFrom('gradebook_courses')
    .select('revision')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .executeTakeFirst();
  return stored?.revision ?? 0;
}

/** Computes the grades of one learner, if they still exist. */
export async function computeLearner(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId, enrollmentId }: { organisationId: string; enrollmentId: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('enrollments')
      .select('course_id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', enrollmentId)
      .where('source', '<>', sql.lit('preview'))
      .executeTakeFirst();
    if (found) await storeGrades(trx, { organisationId, courseId: found.course_id }, [enrollmentId], timeOf(clock));
  });
}

async function staleLearners(db: Executor, { organisationId, courseId }: BookKey, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enrollments')
    .leftJoin('gradebook_results as results', (join) =>
      join.onRef('results.organisation_id', '=', 'enrollments.organisation_id').onRef('results.enrollment_id', '=', 'enrollments.id'),
    )
    .leftJoin('gradebook_courses as books', (join) =>
      join.onRef('books.organisation_id', '=', 'enrollments.organisation_id').onRef('books.course_id', '=', 'enrollments.course_id'),
    )
    .select('enrollments.id')
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.source', '<>', sql.lit('preview'))
    .where('enrollments.id', '>', after)
    .where(sql<boolean>`coalesce(results.revision < coalesce(books.revision, 0), true)`)
    .orderBy('enrollments.id')
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

/** Has the grades of the course computed again right after the transaction, rather than within a minute, if it changed anything they depend on. */
export const refreshSoon = async (trx: Executor, { organisationId, courseId }: BookKey): Promise<void> => {
  if (await hasWaitingChange(trx, { organisationId, courseId })) await enqueue(trx, 'refresh_gradebooks', {}, { key: `changed gradebook ${courseId}` });
};

/** Whether a change that all grades of the course depend on has not been taken up yet. */
async function hasWaitingChange(db: Executor, { organisationId, courseId }: BookKey): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from gradebook_changes
    where organisation_id = ${organisationId} and course_id = ${courseId}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/**
 * Finds, in all organisations, the courses whose contents or cohorts have changed and the learners whose work has become due, and has their grades computed
 * again.
 */
export async function refreshGradebooks({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ organisation_id: string; course_id: string }>`delete from gradebook_changes where ctid = any (array(
          select ctid from gradebook_changes limit ${limit} for update skip locked)) returning organisation_id, course_id`.execute(trx);
        const books = new Map(rows.map((row) => [row.course_id, { organisationId: row.organisation_id, courseId: row.course_id }]));
        for (const [, book] of [...books].sort(([a], [b]) => (a < b ? -1 : 1))) await changeRules(trx, book);
        return rows.length;
      }),
    SMALL_BATCH,
  );
  const now = timeOf(clock);
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ organisation_id: string; enrollment_id: string }>`update gradebook_results set next_due_at = null where ctid = any (array(
          select ctid from gradebook_results where next_due_at <= ${now}::timestamptz limit ${limit} for update skip locked))
          returning organisation_id, enrollment_id`.execute(trx);
        await enqueueAll(trx, 'compute_grades', rows);
        return rows.length;
      }),
    SMALL_BATCH,
  );
}

/** Has all grades of a course computed again, after something changed that all of them depend on. */
export const recomputeGradebook = ({ db }: Pick<Tools, 'db'>, book: BookKey): Promise<void> => inTransaction(db, (trx) => changeRules(trx, book));

/** Renews the rules of a course, unless it has been deleted since. */
async function changeRules(trx: Executor, book: BookKey): Promise<void> {
  const course = await trx
    .selectFrom('courses')
    .select('id')
    .where('organisation_id', '=', book.organisationId)
    .where('id', '=', book.courseId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (course) await rulesChanged(trx, book);
}
