import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { expiryOf } from '../access/expiry.ts';
import { settleEnrollments } from './settle.ts';

/**
 * Moves the ends of access that follow the last day of the course to its current last day. If the course no longer has one, the access does not end. If the
 * length of the course became a number of days, existing ends stay as they are.
 */
export async function moveCourseEnds(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisation_id, course_id }: { organisation_id: string; course_id: string },
): Promise<void> {
  await inTransaction(db, (trx) => moveEnds(trx, organisation_id, course_id, timeOf(clock)));
}

/** Moves the ends as `moveCourseEnds` does, in the transaction that moved the day. */
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
