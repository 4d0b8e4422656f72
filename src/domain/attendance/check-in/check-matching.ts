import { timeOf } from '../../../platform/clock/clock.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { unless } from '../../kernel/errors.ts';
import { notify } from '../../kernel/events/notify.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { readCourse } from '../meetings/settings.ts';
import { readMatching } from './face-matches.ts';

declare module '../../kernel/events/notify.ts' {
  interface Notices {
    face_matching_warning: true;
  }
}

/** Minimum number of answered matches for a meaningful percentage. */
const LEAST_ANSWERS = 20;

/**
 * Notifies staff when more face matches are wrong than the settings of the course allow, and resets the notice when the percentage has fallen. If two runs
 * coincide, only one notifies.
 */
export function checkFaceMatching({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisation_id, course_id }: Jobs['check_face_matching']): Promise<void> {
  const key = { organisationId: organisation_id, courseId: course_id };
  return unless(
    'not_found',
    inTransaction(db, async (trx) => {
      await requireCourse(trx, organisation_id, course_id);
      const { faces } = (await readCourse(trx, key)).rules;
      if (!faces.is_enabled) return;
      const now = timeOf(clock);
      const { confirmed, rejected, false_percent } = await readMatching(trx, key, now);
      if (confirmed + rejected < LEAST_ANSWERS || false_percent === null || false_percent <= faces.warn_above_percent) {
        await trx.deleteFrom('attendance_face_warnings').where('organisation_id', '=', organisation_id).where('course_id', '=', course_id).execute();
        return;
      }
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('attendance_face_warnings')
        .values({ organisation_id, course_id, percent: false_percent, warned_at: now })
        .onConflict((conflict) => conflict.columns(['organisation_id', 'course_id']).doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) await notify(trx, { organisation_id, event: 'face_matching_warning', object_id: course_id });
    }),
  );
}
