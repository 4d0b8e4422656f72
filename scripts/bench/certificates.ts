import { sql } from 'kysely';
import { runBackfill, startBackfill } from '../../src/domain/certificates/issuing/backfill.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import { typstPool } from '../../src/platform/typeset/typst-pool.ts';
import { callerOf } from './gradebook.ts';
import { timed, withMemory } from './own-work.ts';
import type { Seed, SeededDatabase } from './seed.ts';

export const CERTIFICATE_WORK = ['certificates by backfill'] as const;

export interface CertificateRow {
  name: (typeof CERTIFICATE_WORK)[number];
  certificates: number;
  seconds: number;
  /** Largest growth of this process's memory. */
  megabytes: number;
}

const LEARNERS = 10_000;
const BASE = 'https://lms.example.org';

/** Measures the time and memory that it takes to issue certificates to all learners of a course, who have completed it. */
export async function measureCertificates({ db, seed }: SeededDatabase, directory: string): Promise<CertificateRow[]> {
  const caller = callerOf(seed);
  const courseId = await seedCourse(db, seed);
  const [clock, keyring, typesetter] = [{ now: () => Date.now() }, createKeyring('a secret for this run only'), typstPool()];
  const storage = diskStorage({ directory, secrets: keyring.fileSecrets, base: () => BASE, clock });
  const { id } = await startBackfill({ db, clock }, caller, courseId, { dry_run: false, renew: false, reissue: false, reason: null });
  const run = () => runBackfill({ db, clock, keyring, storage, typesetter, base: BASE }, { organisation_id: seed.organisationId, backfill_id: id });
  const measured = await withMemory(() => timed(run));
  await typesetter.close();
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from certificates
    where organisation_id = ${seed.organisationId} and course_id = ${courseId}`.execute(db);
  if (rows[0]?.count !== LEARNERS) throw new Error(`${rows[0]?.count} certificates were issued.`);
  return [{ name: CERTIFICATE_WORK[0], certificates: LEARNERS, ...measured }];
}

async function seedCourse(db: Database, seed: Seed): Promise<string> {
  const { organisationId } = seed;
  const { id: courseId } = await createCourse({ db }, callerOf(seed), contractInput('CourseWrite', { title: 'A completed course', status: 'published' }));
  await sql`insert into certificate_settings (organisation_id, course_id, is_enabled, rules) values (${organisationId}, ${courseId}, true, '{}')`.execute(db);
  await sql`with people as (insert into users (id, email, email_key, name)
      select gen_random_uuid(), ${courseId}::text || n || '@example.org', ${courseId}::text || n || '@example.org', 'Zoë Müller-Çelik ' || n
      from generate_series(1, ${LEARNERS}::int) n returning id),
    members as (insert into memberships (organisation_id, user_id, role) select ${organisationId}::uuid, id, 'learner' from people)
    insert into enrollments (organisation_id, id, course_id, user_id, completed_at) select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, id, now()
      from people`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return courseId;
}
