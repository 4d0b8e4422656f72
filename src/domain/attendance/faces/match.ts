import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { CourseKey } from '../meetings/settings.ts';
import { expectedLearners } from '../records/close-meetings.ts';
import { checkFaces, openInto } from './descriptors.ts';
import { nearestPerson } from './models.ts';

/**
 * Finds out whose face it is, among the learners who are expected at these meetings. Nothing of the descriptor is kept.
 * @returns the enrollment, or null if nobody is near enough, or two people are almost equally near
 * @throws ValidationError for an unknown model
 */
export async function recognize(
  trx: Executor,
  { keyring, now }: { keyring: Keyring; now: string },
  { organisationId }: CourseKey,
  meetingIds: readonly string[],
  face: Shape<'FaceDescriptor'>,
): Promise<string | null> {
  const [model] = checkFaces([face], () => 'face');
  if (!model) return null;
  const { rows } = await sql<{ enrollment_id: string; sealed_descriptor: Buffer }>`
    select distinct on (f.id) e.id as enrollment_id, f.sealed_descriptor
    from (${expectedLearners(organisationId, meetingIds, sql`${now}::timestamptz`)}) expected
    join enrollments e on e.organisation_id = ${organisationId} and e.id = expected.enrollment_id
    join attendance_faces f on f.organisation_id = e.organisation_id and f.user_id = e.user_id and f.model = ${model.name} and f.model_version = ${model.version}
    order by f.id`.execute(trx);
  const values = new Float32Array(rows.length * model.length);
  rows.forEach(({ sealed_descriptor }, index) => {
    openInto(keyring, sealed_descriptor, values, index * model.length);
  });
  const people = rows.map(({ enrollment_id }) => enrollment_id);
  const found = nearestPerson(model, { people, values }, Float32Array.from(face.values));
  if (found !== null)
    await sql`update attendance_faces f set used_at = ${now} from enrollments e where e.organisation_id = ${organisationId} and e.id = ${found}
      and f.organisation_id = e.organisation_id and f.user_id = e.user_id`.execute(trx);
  return found;
}
