import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { selectChapters } from '../../../src/domain/chapters/columns.ts';
import { liveCourses, selectCourse } from '../../../src/domain/courses/columns.ts';
import { listCourses } from '../../../src/domain/courses/list-courses.ts';
import { selectLesson, selectLessonSummaries } from '../../../src/domain/lessons/columns.ts';
import type { Database } from '../../../src/platform/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let organisationId: string;
let courseId: string;
let chapterId: string;
let lessonId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await pool.query(`
    insert into organisations (id, subdomain, name) select gen_random_uuid(), 'o' || n, 'O' from generate_series(1, 100) n;
    insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis, created_at, updated_at)
      select o.id, gen_random_uuid(), 'Course ' || n, 'course-' || n, 'published', 'public', 'all_levels', 'any', 'en', 'UTC', 'open_ended', 'enrollment',
             now() - n * interval '1 minute', now() - n * interval '1 minute' from organisations o, generate_series(1, 100) n;
    insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
      select organisation_id, gen_random_uuid(), id, 'C', n, true, false, false from courses, generate_series(1, 3) n;
    insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, is_free_preview)
      select organisation_id, gen_random_uuid(), course_id, id, 'L', n, true, 'lesson', false from chapters, generate_series(1, 3) n;
    insert into users (id, email, name) select gen_random_uuid(), n || '@example.org', 'U' from generate_series(1, 5) n;
    insert into enrollments (organisation_id, id, course_id, user_id) select organisation_id, gen_random_uuid(), c.id, u.id from courses c, users u;
  `);
  await pool.query('vacuum analyze');
  const { rows } = await pool.query('select organisation_id, course_id, chapter_id, id from lessons limit 1');
  ({ organisation_id: organisationId, course_id: courseId, chapter_id: chapterId, id: lessonId } = rows[0]);
}, 60_000);
afterAll(() => database.drop());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The tables that the plan reads from end to end. */
async function readWhole({ sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await database.pool.query(`explain (format json) ${sql}`, [...parameters]);
  const walk = (plan: Plan): string[] => [...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []), ...(plan.Plans ?? []).flatMap(walk)];
  return walk(rows[0]['QUERY PLAN'][0].Plan);
}

/** Runs `work`, and returns the statements it sent. */
async function statementsOf(work: (db: Database) => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  await work(new Kysely({ dialect: new PostgresDialect({ pool: database.pool }), log: ({ query }) => void sent.push(query) }));
  return sent;
}

test.each<[string, () => { compile(): CompiledQuery }]>([
  ['a course', () => selectCourse(database.db, organisationId, courseId)],
  ['the courses of an organisation', () => liveCourses(database.db, organisationId).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(50)],
  ['the chapters of a course', () => selectChapters(database.db, organisationId, courseId).orderBy('chapters.position').limit(50)],
  ['the lessons of a chapter', () => selectLessonSummaries(database.db, organisationId, courseId, chapterId).orderBy('lessons.position').limit(50)],
  ['a lesson', () => selectLesson(database.db, organisationId, { courseId, chapterId, id: lessonId })],
])('%s is read by index among 10,000 courses and 90,000 lessons', async (_what, query) => {
  expect(await readWhole(query().compile())).toEqual([]);
});

test.each(['created_at', '-created_at', 'updated_at', '-updated_at', 'title', '-title'] as const)(
  'the list of courses by %s is read by index',
  async (ordering) => {
    const caller = { organisationId, actorType: 'system', actorId: organisationId, requestId: 'test', ip: null } as const;
    const sent = await statementsOf((db) => listCourses(db, caller, { ordering, page: 1, page_size: 50 }));
    expect(sent).toHaveLength(2);
    for (const statement of sent) expect(await readWhole(statement)).toEqual([]);
  },
);
