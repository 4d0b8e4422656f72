import type { CompiledQuery } from 'kysely';
import type { Caller } from '../../../src/domain/kernel/caller.ts';
import { listEnrollments } from '../../../src/domain/learning/enrollments/list-enrollments.ts';
import { getCourseProgress } from '../../../src/domain/learning/learner-view/course-progress.ts';
import { getCurriculum } from '../../../src/domain/learning/learner-view/curriculum.ts';
import { discoverCourses } from '../../../src/domain/learning/learner-view/discover.ts';
import { selectChapters } from '../../../src/domain/studio/chapters/columns.ts';
import { liveCourses, selectCourses } from '../../../src/domain/studio/courses/columns.ts';
import { listCourses } from '../../../src/domain/studio/courses/list-courses.ts';
import { listRecentCourses } from '../../../src/domain/studio/courses/recent-courses.ts';
import { selectLesson, selectLessonSummaries } from '../../../src/domain/studio/lessons/columns.ts';
import { getCourseSchedule } from '../../../src/domain/studio/schedule/course-schedule.ts';
import { systemClock } from '../../../src/platform/clock/clock.ts';
import type { Database } from '../../../src/platform/database/connect.ts';
import { takesAtMost } from '../../support/bound.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { planOf, readWhole, statementsOf } from '../../support/plans.ts';

takesAtMost(120);

let database: TestDatabase;
let organisationId: string;
let courseId: string;
let chapterId: string;
let lessonId: string;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await database.fill(`
    insert into organisations (id, subdomain, name) select gen_random_uuid(), 'o' || n, 'O' from generate_series(1, 100) n;
    insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis, created_at, updated_at)
      select o.id, gen_random_uuid(), 'Course ' || n, 'course-' || n, 'published', 'public', 'all_levels', 'any', 'en', 'UTC', 'open_ended', 'enrollment',
             now() - n * interval '1 minute', now() - n * interval '1 minute' from organisations o, generate_series(1, 100) n;
    insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
      select organisation_id, gen_random_uuid(), id, 'C', n, true, false, false from courses, generate_series(1, 3) n;
    insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, is_free_preview)
      select organisation_id, gen_random_uuid(), course_id, id, 'L', n, true, 'lesson', false from chapters, generate_series(1, 3) n;
    insert into users (id, email, email_key, name) select gen_random_uuid(), n || '@example.org', n || '@example.org', 'U' from generate_series(1, 5) n;
    insert into enrollments (organisation_id, id, course_id, user_id) select organisation_id, gen_random_uuid(), c.id, u.id from courses c, users u;
    insert into lesson_progress (organisation_id, enrollment_id, lesson_id, first_opened_at)
      select l.organisation_id, e.id, l.id, now() from lessons l
      join enrollments e on e.organisation_id = l.organisation_id and e.course_id = l.course_id and e.user_id = (select min(id::text)::uuid from users) and l.position < 3;
    insert into course_touches (organisation_id, user_id, course_id) select organisation_id, u.id, c.id from courses c, users u;
  `);
  await database.fill('vacuum analyze');
  const { rows } = await pool.query('select organisation_id, course_id, chapter_id, id, (select id from users limit 1) as user_id from lessons limit 1');
  ({ organisation_id: organisationId, course_id: courseId, chapter_id: chapterId, id: lessonId, user_id: userId } = rows[0]);
});
afterAll(() => database.drop());

test.each<[string, () => { compile(): CompiledQuery }]>([
  ['a course', () => selectCourses(database.db, [organisationId], [courseId])],
  ['the courses of an organisation', () => liveCourses(database.db, organisationId).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(50)],
  ['the chapters of a course', () => selectChapters(database.db, organisationId, courseId).orderBy('chapters.position').limit(50)],
  ['the lessons of a chapter', () => selectLessonSummaries(database.db, organisationId, courseId, chapterId).orderBy('lessons.position').limit(50)],
  ['a lesson', () => selectLesson(database.db, organisationId, { courseId, chapterId, id: lessonId })],
])('reading %s uses indexes only, among 10,000 courses and 90,000 lessons', async (_what, query) => {
  expect(readWhole(await planOf(database.pool, query().compile()))).toEqual([]);
});

const asked = () => ({ organisationId, actorType: 'user', actorId: userId, role: 'creator', requestId: 'test', ip: null }) as const;
const FIRST_PAGE = { page: 1, page_size: 50 };

test.each<[string, number, (db: Database) => Promise<unknown>]>([
  ...(['created_at', '-created_at', 'updated_at', '-updated_at', 'title', '-title'] as const).map(
    (ordering): [string, number, (db: Database) => Promise<unknown>] => [
      `courses by ${ordering}`,
      1,
      (db) => listCourses({ db }, asked(), { ordering, ...FIRST_PAGE }),
    ],
  ),
  ['courses whose title contains a text', 1, (db) => listCourses({ db }, asked(), { ordering: '-created_at', search: 'se 4', ...FIRST_PAGE })],
  ['recent courses', 2, (db) => listRecentCourses({ db }, asked(), FIRST_PAGE)],
  ['scheduled lessons', 2, (db) => getCourseSchedule({ db }, asked(), courseId, FIRST_PAGE)],
])('listing %s uses indexes only', async (_what, statements, list) => {
  const sent = await statementsOf(database.pool, list);
  expect(sent).toHaveLength(statements);
  for (const statement of sent) expect(readWhole(await planOf(database.pool, statement))).toEqual([]);
});

/** Tables that are small in this database but not in production. */
const SMALL = new Set([
  'users',
  'cohorts',
  'cohort_members',
  'lesson_overrides',
  'quiz_attempts',
  'hero_images',
  'storage_objects',
  'organisations',
  'seller_details',
]);

test.each<[string, (db: Database, learner: Caller) => Promise<unknown>]>([
  ['the outline of a course', (db: Database, learner: Caller) => getCurriculum({ db, clock: systemClock }, learner, courseId, { page: 1, page_size: 50 })],
  ['the progress in a course', (db: Database, learner: Caller) => getCourseProgress({ db, clock: systemClock }, learner, courseId)],
  [
    'their enrollments',
    (db: Database, learner: Caller) => listEnrollments({ db, clock: systemClock }, learner, { ordering: '-last_activity_at', ...FIRST_PAGE }),
  ],
  ...(['-published_at', 'title', '-popularity'] as const).map((ordering): [string, (db: Database, learner: Caller) => Promise<unknown>] => [
    `the courses on offer by ${ordering}`,
    (db, learner) => discoverCourses({ db, clock: systemClock, base: '' }, learner, { ordering, ...FIRST_PAGE }),
  ]),
])('a learner who reads %s uses indexes only, among 90,000 lessons and 50,000 enrollments', async (_what, read) => {
  const { rows } = await database.pool.query('select min(id::text)::uuid as id from users');
  const sent = await statementsOf(database.pool, (db) => read(db, { ...asked(), actorId: rows[0].id, role: 'learner' }));
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) expect(readWhole(await planOf(database.pool, statement)).filter((table) => !SMALL.has(table))).toEqual([]);
});
