import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteInBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { closeFaces } from './opened.ts';

/**
 * Deletes the descriptors, with the consent, of learners who have no enrollment left that could use them, or have not used them for 12 months, or have
 * consented 3 years ago; and tokens that expired 30 days ago.
 */
export async function forgetFaces({ db, clock, keyring }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>): Promise<void> {
  const now = timeOf(clock);
  await deleteInBatches(
    db,
    'attendance_face_consents',
    sql`given_at < ${now}::timestamptz - interval '3 years'
      or greatest(given_at, (select max(f.used_at) from attendance_faces f where f.organisation_id = attendance_face_consents.organisation_id
        and f.user_id = attendance_face_consents.user_id)) < ${now}::timestamptz - interval '12 months'
      or not exists (select from enrollments e join attendance_settings s on s.organisation_id = e.organisation_id and s.course_id = e.course_id
        where e.organisation_id = attendance_face_consents.organisation_id and e.user_id = attendance_face_consents.user_id
          and ${enrollmentState(now, 'e')} in ('active', 'completed') and s.enabled_at is not null and (s.rules -> 'faces' ->> 'is_enabled')::boolean)`,
    { isRecorded: true },
  );
  closeFaces(keyring);
  await deleteInBatches(db, 'attendance_face_tokens', sql`expires_at < ${now}::timestamptz - interval '30 days'`);
}
