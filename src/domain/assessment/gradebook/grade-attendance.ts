import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { Failures } from '../../kernel/failures.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { type BookKey, readSettings } from './rules.ts';
import { storeGrades } from './store-grades.ts';

/** The number of learners whose grades are computed in one transaction. */
const BATCH = 50;

/**
 * Computes the grades of those learners of a course again whose attendance rates have changed, if attendance counts in the course. An interrupted run continues
 * where it stopped.
 * @throws AggregateError as `computeGradebook`
 */
export async function gradeAttendance(
  { db, clock }: Pick<Tools<Database>, 'db' | 'clock'>,
  { organisation_id, course_id }: Jobs['grade_attendance'],
): Promise<void> {
  const book = { organisationId: organisation_id, courseId: course_id };
  const { attendance } = await readSettings(db, book);
  if (!attendance.is_counted) return;
  const failures = new Failures();
  for (let after: string | null = null; ; ) {
    const ids: string[] = await changedLearners(db, book, after);
    if (ids.length > 0) await failures.noteEach(ids, (some) => inTransaction(db, (trx) => storeGrades(trx, book, some, timeOf(clock))));
    if (ids.length < BATCH) break;
    after = ids.at(-1) as string;
  }
  failures.check('learners have grades that could not be computed with their attendance');
}

/** Returns the next learners whose grades were computed with another rate. */
async function changedLearners(db: Executor, { organisationId, courseId }: BookKey, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select r.enrollment_id as id from attendance_rates r
    left join gradebook_results g on g.organisation_id = r.organisation_id and g.enrollment_id = r.enrollment_id
    where r.organisation_id = ${organisationId} and r.course_id = ${courseId} and (${after}::uuid is null or r.enrollment_id > ${after}::uuid)
      and r.percent is distinct from (g.attendance ->> 'percent')::numeric
    order by r.enrollment_id limit ${BATCH}`.execute(db);
  return rows.map(({ id }) => id);
}
