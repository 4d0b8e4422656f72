import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type KioskCall, markKiosk } from '../../src/domain/attendance/check-in/kiosk.ts';
import { sealFaces } from '../../src/domain/attendance/faces/descriptors.ts';
import { type FaceModel, MODELS } from '../../src/domain/attendance/faces/models.ts';
import { closeFaces } from '../../src/domain/attendance/faces/opened.ts';
import type { Shape } from '../../src/domain/kernel/contract.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { cpuTimes, usedBetween } from './cpu-time.ts';
import { callerOf } from './gradebook.ts';
import type { Seed, SeededDatabase } from './seed.ts';

export const FACE_WORK = ['face among 5,000 people', 'first face among 5,000 people'] as const;

export interface FaceRow {
  name: (typeof FACE_WORK)[number];
  people: number;
  /** CPU time of this process for one match. */
  cpuMs: number;
  /** CPU time of the database for one match; null where it is unknown. */
  databaseMs: number | null;
}

const PEOPLE = 5000;
const TIMES = 20;

type Face = Shape<'FaceDescriptor'>;

/**
 * Measures the cost of a kiosk that asks whose face it sees, among synthetic faces: from finding the expected learners to storing the match. The first match of
 * a process opens all descriptors, and later ones find them open.
 */
export async function measureFaces({ db, seed }: SeededDatabase, rounds: number): Promise<FaceRow[]> {
  const model = MODELS[0] as FaceModel;
  const keyring = createKeyring(randomBytes(32).toString('hex'));
  const faces = Array.from({ length: PEOPLE }, (): Face => {
    const values = Array.from({ length: model.length }, () => (Math.random() - 0.5) / 4);
    return { model: model.name, model_version: model.version, values };
  });
  const call = await seedCourse(db, seed, sealFaces(keyring, faces));
  const tools = { db, clock: { now: () => Date.now() }, keyring };
  const match = async () => {
    const { results } = await markKiosk(tools, call, { marks: [{ face: faces[PEOPLE - 1] as Face }] });
    if (results[0]?.outcome !== 'recognized') throw new Error(`The face was ${results[0]?.outcome}.`);
  };
  const first = () => {
    closeFaces(keyring);
    return match();
  };
  return [
    { name: FACE_WORK[0], people: PEOPLE, ...(await costOf(db, match, rounds * TIMES)) },
    { name: FACE_WORK[1], people: PEOPLE, ...(await costOf(db, first, rounds)) },
  ];
}

/** Makes a course with a meeting that takes place now, whose learners have these faces. */
async function seedCourse(db: Database, seed: Seed, faces: ReturnType<typeof sealFaces>): Promise<KioskCall> {
  const { organisationId } = seed;
  const [slotId, deviceId] = [newId(), newId()];
  const { id: courseId } = await createCourse({ db }, callerOf(seed), contractInput('CourseWrite', { title: 'Faces', status: 'published' }));
  const rules = { is_enabled: true, faces: { is_enabled: true }, kiosk: { is_enabled: true, methods: ['face'] } };
  await sql`insert into attendance_settings (organisation_id, course_id, rules, enabled_at)
    values (${organisationId}, ${courseId}, ${JSON.stringify(rules)}, now())`.execute(db);
  await sql`insert into attendance_devices (organisation_id, id, course_id, name, created_at, used_at, expires_at)
    values (${organisationId}, ${deviceId}, ${courseId}, 'Door', now(), now(), now() + interval '1 day')`.execute(db);
  await sql`insert into attendance_slots (organisation_id, id, course_id, is_for_cohort, first_date, last_date, every_weeks, start_time, end_time, exceptions)
    values (${organisationId}, ${slotId}, ${courseId}, false, current_date, current_date, 1, '09:00', '10:00', '[]')`.execute(db);
  await sql`insert into attendance_meetings (organisation_id, id, course_id, slot_id, date, starts_at, ends_at, is_cancelled)
    values (${organisationId}, gen_random_uuid(), ${courseId}, ${slotId}, current_date, now() - interval '1 hour', now() + interval '12 hours', false)`.execute(
    db,
  );
  await sql`with given as (
      select * from json_to_recordset(${JSON.stringify(faces)}::json) as face (id uuid, model text, model_version text, sealed text)
    ), people as (insert into users (id, email, email_key, name) select id, id || '@faces.example', id || '@faces.example', 'Learner' from given returning id),
    members as (insert into memberships (organisation_id, user_id, role) select ${organisationId}::uuid, id, 'learner' from people returning user_id),
    enrolled as (insert into enrollments (organisation_id, id, course_id, user_id)
      select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, user_id from members),
    agreed as (insert into attendance_face_consents (organisation_id, user_id, version, text_sha256, given_at)
      select ${organisationId}::uuid, user_id, '1', '', now() from members returning user_id)
    insert into attendance_faces (organisation_id, id, user_id, model, model_version, sealed_descriptor, created_at, used_at)
    select ${organisationId}::uuid, given.id, agreed.user_id, model, model_version, decode(sealed, 'base64'), now(), now()
    from given join agreed on agreed.user_id = given.id`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return { kiosk: { organisationId, courseId, deviceId, isLocked: false }, courseId, requestId: null, ip: null };
}

/** Returns the CPU time of one repetition, in milliseconds, once the code is warm. */
async function costOf(db: Database, work: () => Promise<void>, times: number): Promise<Pick<FaceRow, 'cpuMs' | 'databaseMs'>> {
  for (let time = 0; time < times; time += 1) await work();
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`.execute(db);
  const pids = rows.map(({ pid }) => pid);
  const [databaseBefore, before] = [await cpuTimes(pids), process.cpuUsage()];
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.cpuUsage(before);
  const database = usedBetween(databaseBefore, await cpuTimes(pids));
  return { cpuMs: (user + system) / 1000 / times, databaseMs: database === null ? null : database / 1000 / times };
}
