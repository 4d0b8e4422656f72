import type { CompiledQuery } from 'kysely';
import { jobModules } from '../../../generated/jobs.ts';
import { type GradebookFilter, readGradebook } from '../../../src/domain/assessment/gradebook/read-gradebook.ts';
import type { Caller } from '../../../src/domain/kernel/caller.ts';
import { systemClock } from '../../../src/platform/clock/clock.ts';
import { takesAtMost } from '../../support/bound.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type Plan, planOf, readWhole, rowsRead, statementsOf } from '../../support/plans.ts';

takesAtMost(120);

const LEARNERS = 20_000;
const LESSONS = 20;
const PAGE_SIZE = 50;
const WAITING_JOBS = 100_000;
/** The learners on a page, of `enrollments` twice and of their indexes, of `users` and of `gradebook_results`, and the lessons of the course. */
const FEW = 6 * PAGE_SIZE + 4 * LESSONS;

const ORGANISATION = '01890000-0000-7000-8000-000000000001';
const COURSE = '01890000-0000-7000-8000-000000000004';

let database: TestDatabase;
let anonymous: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.fill(`
    insert into organisations (id, subdomain, name) values ('${ORGANISATION}', 'o', 'O');
    insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis)
      select '${ORGANISATION}', case n when 1 then '${COURSE}'::uuid else gen_random_uuid() end, 'C', 'c' || n, 'published', 'public', 'all_levels', 'any',
        'en', 'UTC', 'open_ended', 'enrollment' from generate_series(1, 20) n;
    insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
      select organisation_id, gen_random_uuid(), id, 'C', 1, true, false, false from courses;
    insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, content, is_free_preview)
      select organisation_id, gen_random_uuid(), course_id, id, 'L', n, true, 'assignment', '{"points": 10}', false from chapters, generate_series(1, ${LESSONS}) n;
    insert into users (id, email, email_key, name) select gen_random_uuid(), n || '@example.org', n || '@example.org', 'U' from generate_series(1, ${LEARNERS}) n;
    insert into enrollments (organisation_id, id, course_id, user_id, enrolled_at)
      select '${ORGANISATION}', gen_random_uuid(), '${COURSE}', id, now() - random() * interval '1 year' from users;
    insert into enrollments (organisation_id, id, course_id, user_id)
      select c.organisation_id, gen_random_uuid(), c.id, u.id from courses c, (select id from users limit 1000) u where c.id <> '${COURSE}';
    insert into gradebook_courses (organisation_id, course_id, revision, computed_revision) values ('${ORGANISATION}', '${COURSE}', 3, 3)
      on conflict (organisation_id, course_id) do update set revision = 3, computed_revision = 3;
    insert into gradebook_results (organisation_id, enrollment_id, course_id, revision, cells, current_grade, final_grade, current_percent, final_percent)
      select e.organisation_id, e.id, e.course_id, 3, (select jsonb_agg(jsonb_build_object('lesson_id', id, 'score', 1)) from lessons l
        where l.organisation_id = e.organisation_id and l.course_id = e.course_id), '{}', '{}', random() * 100, random() * 100 from enrollments e;
    insert into lesson_policies (organisation_id, lesson_id, posting, is_anonymous)
      select organisation_id, id, 'manual', true from lessons where course_id = '${COURSE}' and position = 1;
    insert into gradebook_aliases (organisation_id, lesson_id, enrollment_id)
      select e.organisation_id, p.lesson_id, e.id from enrollments e, lesson_policies p where e.course_id = '${COURSE}';
  `);
  await database.fill(`
    delete from gradebook_changes;
    insert into graphile_worker._private_tasks (identifier) values ${Object.keys(jobModules).map((name) => `('${name}')`)} on conflict do nothing;
    insert into graphile_worker._private_jobs (task_id, payload) select id, json_build_object('course_id', gen_random_uuid())
      from graphile_worker._private_tasks, generate_series(1, ${WAITING_JOBS} / ${Object.keys(jobModules).length}) where identifier <> 'compute_grades'`);
  await database.fill('vacuum analyze');
  const { rows } = await database.pool.query('select lesson_id from lesson_policies');
  anonymous = rows[0].lesson_id;
});
afterAll(() => database.drop());

const caller: Caller = { organisationId: ORGANISATION, actorType: 'user', actorId: ORGANISATION, role: 'creator', requestId: 'test', ip: null };

/** Returns the plans of the statements that read a page. The index of grades holds all that an order by them needs. */
async function plansOf(filter: Partial<GradebookFilter>): Promise<Plan[][]> {
  const ask = { page: 1, page_size: PAGE_SIZE, ordering: 'enrolled_at' as const, ...filter };
  const sent = await statementsOf(database.pool, (db) => readGradebook({ db, clock: systemClock }, caller, COURSE, ask));
  expect(sent.length).toBeGreaterThan(3);
  return Promise.all(sent.map((statement: CompiledQuery) => planOf(database.pool, statement, 'analyze')));
}

const ofTables = (plan: Plan[]) => plan.filter((node) => node['Relation Name'] !== undefined && node['Node Type'] !== 'Index Only Scan');
/** Tables with few rows in this database. */
const SMALL = new Set([
  'chapters',
  'lessons',
  'lesson_policies',
  'course_policies',
  'gradebook_lessons',
  'gradebook_courses',
  'gradebook_settings',
  'courses',
  'course_learner_counts',
  'gradebook_changes',
  '_private_tasks',
]);

describe('a page of the gradebook of 20,000 learners', () => {
  test.each(['enrolled_at', '-enrolled_at'] as const)('by %s reads the rows of the page and no others', async (ordering) => {
    for (const plan of await plansOf({ ordering })) {
      expect(readWhole(plan).filter((table) => !SMALL.has(table))).toEqual([]);
      expect(rowsRead(plan)).toBeLessThanOrEqual(FEW);
    }
  });

  test.each(['current', '-current', 'final', '-final'] as const)('by %s reads grades only on the page, and orders them by an index', async (ordering) => {
    for (const plan of await plansOf({ ordering })) {
      const wide = ofTables(plan).filter((node) => node['Relation Name'] === 'gradebook_results');
      expect(rowsRead(wide)).toBeLessThanOrEqual(PAGE_SIZE);
    }
  });

  test('of a lesson that is graded anonymously reads the aliases of the page and no others', async () => {
    for (const plan of await plansOf({ lesson_id: anonymous })) {
      expect(readWhole(plan).filter((table) => !SMALL.has(table))).toEqual([]);
      expect(rowsRead(ofTables(plan))).toBeLessThanOrEqual(FEW);
    }
  });
});
