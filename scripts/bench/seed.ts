import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from '../../src/domain/identity/accounts/password.ts';
import { issueKey } from '../../src/domain/identity/api-keys/issue-key.ts';
import type { Caller } from '../../src/domain/kernel/caller.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { emailKey } from '../../src/domain/kernel/email-key.ts';
import { installSubscriptions } from '../../src/domain/kernel/events/publish-event.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { createChapter } from '../../src/domain/studio/chapters/write-chapters.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import type { LessonPath } from '../../src/domain/studio/lessons/columns.ts';
import { createLesson } from '../../src/domain/studio/lessons/write-lessons.ts';
import { DEMO_COURSE } from '../../src/domain/upkeep/demo/demo-course.ts';
import { SUBSCRIPTIONS } from '../../src/jobs/subscriptions.ts';
import { connectDatabase, type Database, MIGRATION_LIMITS } from '../../src/platform/database/connect.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { onServer } from '../on-server.ts';
import { hold } from './clean-up.ts';
import { seedPeer } from './peer/tables.ts';

const COURSES = 200;
const CHAPTERS = 5;
const LESSONS_PER_CHAPTER = 12;
/** Number of users, such that none reaches the limit of 1,200 requests in 5 minutes during all measurements. */
const USERS = 500;
const LEARNERS = 10_000;
const KEYS = 500;
/** Number of other organisations, each with a key, in which courses are created. */
const OTHERS = 100;
const PASSWORD = 'correct horse battery';

/** The data that the loads request. */
export interface Seed {
  databaseUrl: string;
  organisationId: string;
  /** API keys with all scopes. */
  secrets: string[];
  /** API keys of other organisations, one for each, which have no courses at first. */
  otherSecrets: string[];
  /** The courses, the oldest first. The newest is on the first page of the list. */
  courseIds: string[];
  /** Lessons to change: those of the oldest course, so that the dead rows that changes leave behind are stored apart from the rows that are read. */
  lessons: LessonPath[];
  /** The staff of the organisation. */
  users: { emails: string[]; password: string };
}

/** Creates a folder that the system user of an embedded PostgreSQL can access too. */
export async function temporaryFolder(): Promise<string> {
  const folder = await hold(mkdtemp(join(tmpdir(), 'lms-bench-')), (path) => rm(path, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

export interface SeededDatabase {
  db: Database;
  seed: Seed;
  /** Whether its server runs on this machine, so that its processes can be inspected. */
  isLocal: boolean;
}

/** Creates a database for this run only, on the PostgreSQL of DATABASE_URL or on an embedded one, with an organisation of 200 courses. */
export async function seededDatabase(): Promise<SeededDatabase> {
  const isLocal = !process.env.DATABASE_URL;
  const serverUrl = process.env.DATABASE_URL || (await temporaryServer());
  const name = `lms_bench_${process.pid}`;
  await hold(
    onServer(serverUrl, (send) => send(`create database ${name}`)),
    () => onServer(serverUrl, (send) => send(`drop database if exists ${name} with (force)`)),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const { db } = await hold(connectDatabase({ url: url.href, poolSize: 2, limits: MIGRATION_LIMITS, onIdleError: () => {} }), (handle) => handle.db.destroy());
  const seed = { databaseUrl: url.href, ...(await fill(db)) };
  await sql`vacuum analyze`.execute(db);
  return { db, seed, isLocal };
}

async function temporaryServer(): Promise<string> {
  const directory = await temporaryFolder();
  const server = await hold(startEmbeddedPostgres({ directory }), ({ stop }) => stop());
  return server.url;
}

installSubscriptions(SUBSCRIPTIONS);

async function fill(db: Database): Promise<Omit<Seed, 'databaseUrl'>> {
  const organisationId = await addOrganisation(db, 'bench');
  const keys = await addKeys(db, organisationId, KEYS);
  const others = [];
  for (let index = 1; index <= OTHERS; index++) others.push(...(await addKeys(db, await addOrganisation(db, `bench-${index}`), 1)));
  const caller: Caller = { organisationId, actorType: 'api_key', actorId: keys[0]?.id ?? '', role: 'creator', requestId: 'bench-seed', ip: null };
  const { chapters: _chapters, ...fields } = DEMO_COURSE;
  const courseIds: string[] = [];
  for (let index = 1; index <= COURSES; index++) {
    const input = contractInput('CourseWrite', { ...fields, title: `${fields.title} ${index}`, slug: `course-${index}`, status: 'published' });
    courseIds.push((await createCourse({ db }, caller, input)).id);
  }
  const oldest = courseIds[0] ?? '';
  const lessons = await fillCourse(db, caller, oldest);
  await copyChapters(db, oldest);
  await seedPeer(db, [...keys, ...others]);
  const secretsOf = (made: Key[]) => made.map(({ secret }) => secret);
  const users = await addStaff(db, organisationId, 'user', USERS);
  await fillLearners(db, organisationId);
  return { organisationId, secrets: secretsOf(keys), otherSecrets: secretsOf(others), courseIds, lessons, users };
}

export async function addOrganisation(db: Database, subdomain: string): Promise<string> {
  const id = newId();
  await db.insertInto('organisations').values({ id, subdomain, name: 'Bench', verified_at: new Date().toISOString() }).execute();
  await db.insertInto('platform_subscriptions').values({ organisation_id: id, plan_id: 'enterprise', status: 'active' }).execute();
  return id;
}

type Key = Parameters<typeof seedPeer>[1][number];

async function addKeys(db: Database, organisationId: string, count: number): Promise<Key[]> {
  const scopes = { courses: 'edit', chapters: 'edit', lessons: 'edit', org_settings: 'edit' } as const;
  const keys: Key[] = [];
  for (let index = 1; index <= count; index++)
    keys.push({ organisationId, ...(await issueKey(db, { organisationId, name: `Bench ${index}`, scopes, expiresAt: null })) });
  return keys;
}

/** Adds people with a password who work for an organisation. Their addresses begin with `name`. */
export async function addStaff(db: Database, organisationId: string, name: string, count: number): Promise<Seed['users']> {
  const emails = Array.from({ length: count }, (_, index) => `${name}-${index + 1}@example.org`);
  const passwordHash = await hashPassword(PASSWORD);
  const ids = emails.map(() => newId());
  const verified = new Date().toISOString();
  await db
    .insertInto('users')
    .values(
      emails.map((email, index) => ({
        id: ids[index] ?? '',
        email,
        email_key: emailKey(email),
        name: 'User',
        password_hash: passwordHash,
        email_verified_at: verified,
      })),
    )
    .execute();
  await db
    .insertInto('memberships')
    .values(ids.map((id) => ({ organisation_id: organisationId, user_id: id, role: 'creator' as const })))
    .execute();
  return { emails, password: PASSWORD };
}

/** Adds learners who do nothing, so that the tables are large enough for their indexes to be used. */
async function fillLearners(db: Database, organisationId: string): Promise<void> {
  await sql`
    with made as (
      insert into users (id, email, email_key, name)
        select gen_random_uuid(), 'learner-' || number || '@example.org', 'learner-' || number || '@example.org', 'Learner'
        from generate_series(1, ${LEARNERS}::int) as number
      returning id
    )
    insert into memberships (organisation_id, user_id, role) select ${organisationId}::uuid, id, 'learner' from made`.execute(db);
}

async function fillCourse(db: Database, caller: Caller, courseId: string): Promise<LessonPath[]> {
  const models = DEMO_COURSE.chapters.flatMap<object>(({ lessons }) => lessons);
  const made: LessonPath[] = [];
  for (let chapter = 1; chapter <= CHAPTERS; chapter++) {
    const { id: chapterId } = await createChapter({ db }, caller, courseId, contractInput('ChapterWrite', { title: `Chapter ${chapter}`, is_published: true }));
    for (let index = 0; index < LESSONS_PER_CHAPTER; index++) {
      const input = contractInput('LessonWrite', { ...models[index % models.length], is_published: true });
      made.push({ courseId, chapterId, id: (await createLesson({ db }, caller, { courseId, chapterId }, input)).id });
    }
  }
  return made;
}

/** Fills the other courses like this one, so that the tables are large enough for their indexes to be used. */
async function copyChapters(db: Database, courseId: string): Promise<void> {
  await sql`
    insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
    select organisation_id, gen_random_uuid(), courses.id, model.title, position, is_published, requires_previous_chapter, sequential_lessons
    from chapters as model join courses using (organisation_id)
    where model.course_id = ${courseId} and courses.id <> ${courseId}`.execute(db);
  await sql`
    insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, content, is_free_preview)
    select copy.organisation_id, gen_random_uuid(), copy.course_id, copy.id, lesson.title, lesson.position, lesson.is_published, content_type, content, is_free_preview
    from lessons as lesson
    join chapters as model on (model.organisation_id, model.id) = (lesson.organisation_id, lesson.chapter_id)
    join chapters as copy on (copy.organisation_id, copy.position) = (model.organisation_id, model.position) and copy.course_id <> ${courseId}
    where lesson.course_id = ${courseId}`.execute(db);
}
