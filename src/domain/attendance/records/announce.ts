import { inTransaction } from '../../../platform/database/connect.ts';
import { enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { publishEvent } from './events.ts';

const STEP = 100;

/**
 * Publishes `attendance.marked` for the changes after one number up to another. Each step is one transaction that adds the next step, so that no event is
 * published twice.
 */
export function announceAttendance({ db }: Pick<Tools, 'db'>, { after, ...change }: Jobs['announce_attendance']): Promise<void> {
  const { organisation_id: organisationId, course_id: courseId, until } = change;
  return inTransaction(db, async (trx) => {
    const changes = await trx
      .selectFrom('attendance_changes')
      .innerJoin('enrollments', (join) =>
        join.onRef('enrollments.organisation_id', '=', 'attendance_changes.organisation_id').onRef('enrollments.id', '=', 'attendance_changes.enrollment_id'),
      )
      .select(['attendance_changes.revision', 'enrollments.user_id as userId'])
      .where('attendance_changes.organisation_id', '=', organisationId)
      .where('attendance_changes.course_id', '=', courseId)
      .where('attendance_changes.revision', '>', after)
      .where('attendance_changes.revision', '<=', until)
      .orderBy('attendance_changes.revision')
      .limit(STEP)
      .execute();
    await publishEvent(trx, 'attendance.marked', ...changes.map((marked) => ({ organisationId, courseId, ...marked })));
    const last = changes.at(-1);
    if (last && changes.length === STEP) await enqueue(trx, 'announce_attendance', { ...change, after: last.revision });
  });
}
