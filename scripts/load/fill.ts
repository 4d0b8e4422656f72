import { sql } from 'kysely';
import { countChangedDays } from '../../src/domain/analytics/days/count-days.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { DEMO_COURSE } from '../../src/domain/upkeep/demo/demo-course.ts';
import { type Database, type Executor, inTransaction } from '../../src/platform/database/connect.ts';
import { enterSales } from '../bench/seed-purchases.ts';

const ORGANISATIONS = 1000;
const USERS = 100_000;
/** Number of courses of an organisation. Each of its people is enrolled in all of them, has bought them, and has opened some lessons of each. */
const COURSES = 10;
const OPENED = 5;
const CHAPTERS = 2;
const LESSONS_PER_CHAPTER = 8;
/** One user in this many is added to the largest organisation, because no real set is even. */
const LARGEST_EVERY = 10;
/** Number of organisations that are filled in one transaction. */
const AT_ONCE = 50;

type Report = (what: string, rows: number) => void;

/**
 * Fills an empty database: at scale 1, with 1,000 organisations, 100,000 users, 1,000,000 enrolments, orders and audit entries, and 5,000,000 rows of progress.
 * `db` must have a single connection, because temporary tables are kept on it, and a role that may switch triggers off.
 * @returns the largest organisation
 * @throws Error if there is data in the database
 */
export async function fillLargeSet(db: Database, scale: number, report: Report = () => {}): Promise<string> {
  const { rows } = await sql`select from organisations limit 1`.execute(db);
  if (rows.length) throw new Error('The database is not empty. Nothing was changed.');
  const organisations = await addOrganisations(db, Math.max(1, Math.round(ORGANISATIONS * scale)));
  report('organisations', organisations.length);
  report('users', await addUsers(db, Math.max(1, Math.round(USERS * scale)), organisations.length));
  report('courses', await addCourses(db));
  await addChapters(db);
  report('lessons', await addLessons(db));
  await sql`analyze`.execute(db);
  for (let start = 0; start < organisations.length; start += AT_ONCE) {
    const ids = organisations.slice(start, start + AT_ONCE);
    await inTransaction(db, (trx) => addLearning(trx, ids, report));
  }
  await sql`vacuum analyze`.execute(db);
  await countChangedDays(db);
  return organisations[0] as string;
}

const countOf = async (db: Executor, statement: ReturnType<typeof sql>): Promise<number> => Number((await statement.execute(db)).numAffectedRows ?? 0);

/** @returns their ids, the largest organisation first */
async function addOrganisations(db: Database, count: number): Promise<string[]> {
  await sql`create temporary table load_organisations as
    select number, gen_random_uuid() as id from generate_series(1, ${count}::int) number`.execute(db);
  await sql`insert into organisations (id, subdomain, name, verified_at)
    select id, 'load-' || number, 'Organisation ' || number, now() from load_organisations`.execute(db);
  await sql`insert into platform_subscriptions (organisation_id, plan_id, status) select id, 'enterprise', 'active' from load_organisations`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from load_organisations order by number`.execute(db);
  return rows.map(({ id }) => id);
}

async function addUsers(db: Database, count: number, organisations: number): Promise<number> {
  await sql`create temporary table load_users as
    select user_number as number, gen_random_uuid() as id, organisation.id as organisation_id from generate_series(1, ${count}::int) user_number
    join load_organisations organisation
      on organisation.number = case when user_number % ${LARGEST_EVERY}::int = 0 then 1 else 1 + user_number % ${organisations}::int end`.execute(db);
  await sql`insert into users (id, email, email_key, name, email_verified_at)
    select id, 'load-' || number || '@example.org', 'load-' || number || '@example.org', 'Learner ' || number, now() from load_users`.execute(db);
  return countOf(db, sql`insert into memberships (organisation_id, user_id, role) select organisation_id, id, 'learner' from load_users`);
}

const addCourses = (db: Database): Promise<number> =>
  countOf(
    db,
    sql`insert into courses (organisation_id, id, title, slug, status, visibility, level, grade_level, language, timezone, length_mode, schedule_basis,
        price_amount, price_currency, published_at, created_at)
      select id, gen_random_uuid(), 'Course ' || course, 'course-' || course, 'published', 'public', 'all_levels', 'any', 'en', 'UTC', 'open_ended', 'enrollment',
        4900, 'EUR', now() - course * interval '30 days', now() - course * interval '30 days'
      from load_organisations cross join generate_series(1, ${COURSES}::int) course`,
  );

const addChapters = (db: Database): Promise<number> =>
  countOf(
    db,
    sql`insert into chapters (organisation_id, id, course_id, title, position, is_published, requires_previous_chapter, sequential_lessons)
      select organisation_id, gen_random_uuid(), id, 'Chapter ' || position, position, true, false, false
      from courses cross join generate_series(1, ${CHAPTERS}::int) position`,
  );

/** Adds lessons with the contents of the demo's lessons. */
function addLessons(db: Database): Promise<number> {
  // Includes the members that the contract adds, as the service stores them.
  const models = DEMO_COURSE.chapters
    .flatMap<object>(({ lessons }) => lessons)
    .map((lesson): { content_type?: string; content?: unknown } => contractInput('LessonWrite', structuredClone(lesson)));
  const contents = models.flatMap(({ content_type = 'lesson', content }) => (content ? [{ content_type, content }] : []));
  return countOf(
    db,
    sql`with model as (
        select number - 1 as number, model ->> 'content_type' as content_type, model -> 'content' as content
        from jsonb_array_elements(${JSON.stringify(contents)}::jsonb) with ordinality as element (model, number)
      )
      insert into lessons (organisation_id, id, course_id, chapter_id, title, position, is_published, content_type, content, is_free_preview)
      select organisation_id, gen_random_uuid(), course_id, chapters.id, 'Lesson ' || lesson, lesson, true, content_type, content, false
      from chapters cross join generate_series(1, ${LESSONS_PER_CHAPTER}::int) lesson
      join model on model.number = (chapters.position * ${LESSONS_PER_CHAPTER}::int + lesson) % ${contents.length}::int`,
  );
}

/** Adds the activity of learners in some organisations, spread over the last three years. */
async function addLearning(trx: Executor, organisationIds: string[], report: Report): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  const isOfThese = sql`organisation_id = any (${organisationIds}::uuid[])`;
  const enrolled = await countOf(
    trx,
    sql`insert into enrollments (organisation_id, id, course_id, user_id, source, enrolled_at, first_access_at, last_activity_at, completed_lessons)
      select organisation_id, gen_random_uuid(), course_id, user_id, 'purchase', enrolled_at, enrolled_at, enrolled_at + (now() - enrolled_at) * random(),
        floor(random() * ${OPENED + 1}::int)
      from (select load_users.organisation_id, courses.id as course_id, load_users.id as user_id, now() - random() * interval '3 years' as enrolled_at
        from load_users join courses using (organisation_id) where ${isOfThese}) learner`,
  );
  report('enrolments', enrolled);
  // Triggers are off because each would do something for every row, although the rows already fit together.
  await sql`set local session_replication_role = replica`.execute(trx);
  const opened = await countOf(
    trx,
    sql`with opened as materialized (
        select lessons.organisation_id, lessons.course_id, lessons.id,
          row_number() over (partition by lessons.organisation_id, lessons.course_id order by chapters.position, lessons.position) as number
        from lessons join chapters on (chapters.organisation_id, chapters.id) = (lessons.organisation_id, lessons.chapter_id)
        where lessons.${isOfThese}
      )
      insert into lesson_progress (organisation_id, enrollment_id, lesson_id, first_opened_at, completed_at, reported_at, seconds_spent)
      select organisation_id, enrollments.id, opened.id, first_access_at, case when number <= completed_lessons then first_access_at end, first_access_at, 300
      from enrollments join opened using (organisation_id, course_id) where number <= ${OPENED}::int and ${isOfThese}`,
  );
  report('rows of progress', opened);
  const ordered = await countOf(
    trx,
    sql`insert into orders (organisation_id, id, course_id, course_title, buyer_id, state, currency, subtotal, total, gateway, livemode, account_id, created_at,
        expires_at, checked_at, paid_at)
      select enrollments.organisation_id, gen_random_uuid(), course_id, courses.title, user_id, 'paid', 'EUR', 4900, 4900, 'stripe', true, 'acct', enrolled_at,
        enrolled_at + interval '1 day', enrolled_at, enrolled_at
      from enrollments join courses on (courses.organisation_id, courses.id) = (enrollments.organisation_id, course_id) where enrollments.${isOfThese}`,
  );
  report('orders', ordered);
  await enterSales(trx, isOfThese);
  const audited = await countOf(
    trx,
    sql`insert into audit_log (organisation_id, id, actor_type, action, object_id, after, created_at)
      select organisation_id, gen_random_uuid(), 'system', 'enrollment.created', id, jsonb_build_object('course_id', course_id, 'source', source), enrolled_at
      from enrollments where ${isOfThese}`,
  );
  report('audit entries', audited);
}
