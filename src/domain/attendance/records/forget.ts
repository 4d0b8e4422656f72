import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteInBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Deletes meetings with their records once they exceed the retention period in the settings of their course. Also deletes changes, face matches
 * and kiosks that are older than 30 days. */
export async function forgetAttendance({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const now = timeOf(clock);
  await deleteInBatches(
    db,
    'attendance_meetings',
    sql`exists (select from attendance_settings s where s.organisation_id = attendance_meetings.organisation_id
      and s.course_id = attendance_meetings.course_id and attendance_meetings.ends_at < ${now}::timestamptz - make_interval(days => (s.rules ->> 'keep_days')::int))`,
    { limit: SMALL_BATCH, isRecorded: true },
  );
  await deleteInBatches(db, 'attendance_devices', sql`expires_at < ${now}::timestamptz - interval '30 days'`, { isRecorded: true });
  await deleteInBatches(db, 'attendance_face_matches', sql`created_at < ${now}::timestamptz - interval '30 days'`, { isRecorded: true });
  await deleteInBatches(db, 'attendance_changes', sql`created_at < ${now}::timestamptz - interval '30 days'`);
}
