import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { recordChanges } from '../../kernel/audit/record.ts';
import { systemActor } from '../../kernel/caller.ts';
import { deleteInBatches, inBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { closeFaces } from './opened.ts';

/**
 * Deletes the descriptors and the consent of learners who no longer have an enrolment that could use them, who have not used them for 12 months, or who
 * consented 3 years ago. Also deletes tokens that expired 30 days ago. The audit log records for each learner which of these rules applied.
 */
export async function forgetFaces({ db, clock, keyring }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>): Promise<void> {
  const now = timeOf(clock);
  const rule = sql`case
    when c.given_at < ${now}::timestamptz - interval '3 years' then 'consent_expired'
    when greatest(c.given_at, (select max(f.used_at) from attendance_faces f where f.organisation_id = c.organisation_id and f.user_id = c.user_id))
      < ${now}::timestamptz - interval '12 months' then 'unused'
    when not exists (select from enrollments e join attendance_settings s on s.organisation_id = e.organisation_id and s.course_id = e.course_id
      where e.organisation_id = c.organisation_id and e.user_id = c.user_id
        and ${enrollmentState(now, 'e')} in ('active', 'completed') and s.enabled_at is not null and (s.rules -> 'faces' ->> 'is_enabled')::boolean)
      then 'no_enrollment' end`;
  await inBatches(
    (limit) =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{ organisation_id: string; user_id: string; rule: string }>`delete from attendance_face_consents using (
            select c.organisation_id, c.user_id, ${rule} as rule from attendance_face_consents c where ${rule} is not null limit ${limit} for update skip locked) over
          where attendance_face_consents.organisation_id = over.organisation_id and attendance_face_consents.user_id = over.user_id
          returning over.organisation_id, over.user_id, over.rule`.execute(trx);
        await recordChanges(
          trx,
          rows.map(({ organisation_id, user_id, rule: by }) => ({
            actor: systemActor(organisation_id),
            action: 'face_enrolment.deleted',
            objectId: user_id,
            before: { is_enrolled: true },
            after: { rule: by },
          })),
        );
        return rows.length;
      }),
    SMALL_BATCH,
  );
  closeFaces(keyring);
  await deleteInBatches(db, 'attendance_face_tokens', sql`expires_at < ${now}::timestamptz - interval '30 days'`);
}
