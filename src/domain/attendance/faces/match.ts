import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { CourseKey } from '../meetings/settings.ts';
import { expectedLearners } from '../records/close-meetings.ts';
import { openAll } from './descriptors.ts';
import type { FaceModel, Gallery } from './models.ts';

/** Reads the descriptors of the learners who are expected at these meetings. The people are enrollments. */
export async function readGallery(
  trx: Executor,
  { keyring, now }: { keyring: Keyring; now: string },
  { organisationId }: CourseKey,
  meetingIds: readonly string[],
  { name, version, length }: FaceModel,
): Promise<Gallery> {
  const { rows } = await sql<{ enrollment_id: string; sealed_descriptor: Buffer }>`
    select distinct on (f.id) e.id as enrollment_id, f.sealed_descriptor
    from (${expectedLearners(organisationId, meetingIds, sql`${now}::timestamptz`)}) expected
    join enrollments e on e.organisation_id = ${organisationId} and e.id = expected.enrollment_id
    join attendance_faces f on f.organisation_id = e.organisation_id and f.user_id = e.user_id and f.model = ${name} and f.model_version = ${version}
    order by f.id`.execute(trx);
  const sealed = rows.map(({ sealed_descriptor }) => sealed_descriptor);
  return { people: rows.map(({ enrollment_id }) => enrollment_id), values: openAll(keyring, sealed, length) };
}

/** Notes that the faces of these learners are in use. */
export async function noteUse(trx: Executor, { organisationId }: CourseKey, enrollmentIds: readonly string[], now: string): Promise<void> {
  if (enrollmentIds.length === 0) return;
  await sql`update attendance_faces f set used_at = ${now} from enrollments e where e.organisation_id = ${organisationId} and e.id = any(${enrollmentIds}::uuid[])
    and f.organisation_id = e.organisation_id and f.user_id = e.user_id`.execute(trx);
}
