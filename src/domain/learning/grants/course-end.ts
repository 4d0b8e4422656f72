import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { expiryOf } from '../access/expiry.ts';
import { settleEnrollments } from './settle.ts';

/**
 * Moves the ends that followed from the last day of the course to where that day is now. A course that has no last day any more does not end. A course
 * whose length became a number of days leaves existing ends as they are.
 */
export async function moveCourseEnds(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisation_id, course_id }: { organisation_id: string; course_id: string },
): Promise<void> {
  await inTransaction(db, (trx) => moveEnds(trx, organisation_id, course_id, timeOf(clock)));
}

/** Does the same in the transaction that moved the day. */
export async function moveEnds(trx: Executor, organisationId: string, courseId: string, now: string): Promise<void> {
  const course = await liveCourses(trx, organisationId)
    .where('courses.id', '=', courseId)
    .select(['timezone', 'length_mode', 'duration_days', 'end_date'])
    .$narrowType<{ length_mode: Parameters<typeof expiryOf>[0]['length_mode'] }>()
    .forShare('courses')
    .executeTakeFirst();
  if (!course || course.length_mode === 'duration') return;
  await trx
    .updateTable('enrollment_grants')
    .set({ ends_at: expiryOf(course, now) })
    .where('organisation_id', '=', organisationId)
    .where('follows_course_end', '=', true)
    .where((eb) =>
      eb(
        'enrollment_id',
        'in',
        eb.selectFrom('enrollments').select('enrollments.id').where('organisation_id', '=', organisationId).where('course_id', '=', courseId),
      ),
    )
    .execute();
  await settleEnrollments(trx, organisationId, { courseId }, now);
}
