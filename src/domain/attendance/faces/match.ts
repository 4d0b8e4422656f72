import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { CourseKey } from '../meetings/settings.ts';
import { expectedLearners } from '../records/close-meetings.ts';
import type { FaceModel, Gallery } from './models.ts';
import { openFaces, type SealedFace } from './opened.ts';

/** Length of a UUID as text. */
const ID = 36;

/** Reads the descriptors of the learners expected at these meetings. The people in the gallery are enrolments. */
export async function readGallery(
  trx: Executor,
  { keyring, now }: { keyring: Keyring; now: string },
  { organisationId }: CourseKey,
  meetingIds: readonly string[],
  { name, version, length }: FaceModel,
): Promise<Gallery> {
  // A single text with all IDs is read many times faster than thousands of rows.
  const { rows } = await sql<{ faces: string; people: string }>`
    select coalesce(string_agg(id::text, ''), '') as faces, coalesce(string_agg(enrollment_id::text, ''), '') as people from (
      select distinct f.id, e.id as enrollment_id
      from (${expectedLearners(organisationId, meetingIds, sql`${now}::timestamptz`)}) expected
      join enrollments e on e.organisation_id = ${organisationId} and e.id = expected.enrollment_id
      join attendance_faces f on f.organisation_id = e.organisation_id and f.user_id = e.user_id and f.model = ${name} and f.model_version = ${version}
    ) found`.execute(trx);
  const [ids, people] = [split(rows[0]?.faces ?? ''), split(rows[0]?.people ?? '')];
  const opened = await openFaces(keyring, ids, length, (missing) => readSealed(trx, organisationId, missing));
  return ids.flatMap((id, index) => {
    const values = opened.get(id);
    return values ? { person: people[index] as string, values } : [];
  });
}

const split = (text: string): string[] => Array.from({ length: text.length / ID }, (_, index) => text.slice(index * ID, (index + 1) * ID));

const readSealed = (trx: Executor, organisationId: string, ids: readonly string[]): Promise<SealedFace[]> =>
  trx
    .selectFrom('attendance_faces')
    .select(['id', 'sealed_descriptor'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

/** Records that the faces of these learners are in use. */
export async function noteUse(trx: Executor, { organisationId }: CourseKey, enrollmentIds: readonly string[], now: string): Promise<void> {
  if (enrollmentIds.length === 0) return;
  await sql`update attendance_faces f set used_at = ${now} from enrollments e where e.organisation_id = ${organisationId} and e.id = any(${enrollmentIds}::uuid[])
    and f.organisation_id = e.organisation_id and f.user_id = e.user_id`.execute(trx);
}
