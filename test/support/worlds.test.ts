import { createHash } from 'node:crypto';
import { newId } from '../../src/domain/kernel/ids.ts';
import { newAffiliateShop } from './affiliates.ts';
import { startTestApp, type TestApp } from './app.ts';
import { newCreator, newUser } from './browser.ts';
import { requireKeptCounts } from './kept-counts.ts';
import { newSchool } from './school.ts';
import { partOf } from './worlds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const COUNTS = `select relname as name, (xpath('/row/count/text()', query_to_xml(format('select count(*) from public.%I', relname), false, true, '')))[1]::text::int as count
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`;

/** Ids, and texts of which each world has its own. */
const OWN =
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\\\x[0-9a-f]{64}|org-[0-9a-f-]{13}|lms_\w{8}|(acct|cs|evt)_[\w-]{32,}|\b[2-9A-Z]{10}\b|"code":"[0-9a-f-]{13}"|10(\.\d{1,3}){3}/g;

/** Names what each world has of its own by the rows that hold it, and sorts the rows: PostgreSQL may store them in any order. */
function named(rows: string[]): string[] {
  const own = [...new Set(rows.flatMap((row) => row.match(OWN) ?? []))];
  let names = new Map<string, string>();
  const tell = (row: string, self?: string) => row.replace(OWN, (text) => (text === self ? 'self' : (names.get(text) ?? 'other')));
  for (let round = 0; round < 4; round++) {
    const found = own.map((text) => rows.filter((row) => row.includes(text)).map((row) => tell(row, text)));
    names = new Map(found.map((holders, place) => [own[place] as string, digest(holders.sort().join())]));
  }
  return rows.map((row) => tell(row)).sort();
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

async function countRows(): Promise<Map<string, number>> {
  const { rows } = await app.database.pool.query<{ name: string; count: number }>(COUNTS);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** How many rows of which tables were made, and those that name the organisation, without ids, times and random texts. */
async function traceOf(make: (app: TestApp) => Promise<{ organisation: { id: string } }>) {
  const before = await countRows();
  const { organisation } = await make(app);
  const more = [...(await countRows())].map(([name, count]) => [name, count - (before.get(name) ?? 0)]).filter(([, count]) => count);
  const { rows } = await app.database.pool.query<{ rows: Record<string, object[]> }>('select test_template.read_world($1) as rows', [[organisation.id]]);
  const texts = Object.entries(rows[0]?.rows ?? {}).flatMap(([table, found]) =>
    found.map((row) => `${table} ${JSON.stringify(row)}`.replace(/"id":\d+/g, '"id":0').replace(/\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)/g, 'time')),
  );
  return { more, rows: named(texts) };
}

/** A shop that has sold a course by the link of an affiliate. */
const affiliateShop = async (given: TestApp) => (await newAffiliateShop(given, undefined, { link: 'course', sales: 1 })).shop.school;

async function madeAndCopied(make: (app: TestApp) => Promise<{ organisation: { id: string } }>) {
  app.database.copiesWorlds = false;
  // The first click of a day makes a key.
  await make(app);
  const made = await traceOf(make);
  app.database.copiesWorlds = true;
  await make(app);
  return [made, await traceOf(make)] as const;
}

test.each([newCreator, newSchool])('a copied world has the rows of one that was made by operations (%p)', async (make) => {
  const [made, copied] = await madeAndCopied(make);
  expect(copied).toEqual(made);
});

test('a copied world has the rows of one that was made by operations, also at the gateway, except the session of who has bought', async () => {
  const [made, copied] = await madeAndCopied(affiliateShop);
  expect(copied.rows).toEqual(made.rows);
  expect(copied.more).toEqual(made.more.map(([name, count]) => [name, String(name).endsWith('sessions') ? Number(count) - 1 : count]));
});

test('a copied part has the rows in which one of its ids stands, with ids and a learner of its own, and its kept counts go on', async () => {
  const school = await newSchool(app);
  const { id: organisationId } = school.organisation;
  const copy = async () => {
    const { id: user } = await newUser(app);
    const make = async () => {
      const course = await school.newCourse({ slug: `course-${user}` });
      const chapter = await school.newChapter(course.id);
      const [{ id: lessonId }, enrollmentId] = [await school.newLesson({}, chapter), newId()];
      await app.database.db
        .insertInto('enrollments')
        .values({ organisation_id: organisationId, id: enrollmentId, course_id: course.id, user_id: user })
        .execute();
      const opened = 'insert into lesson_progress (organisation_id, enrollment_id, lesson_id, first_opened_at) values ($1, $2, $3, now())';
      await app.database.pool.query(opened, [organisationId, enrollmentId, lessonId]);
      return { courseId: course.id, chapterId: chapter.id, enrollmentId };
    };
    return { user, ...(await partOf(app, `a part of ${organisationId}`, { user }, make, ({ courseId, enrollmentId }) => [courseId, enrollmentId])) };
  };
  const [first, second] = [await copy(), await copy()];
  await school.newLesson({}, { id: second.chapterId, course_id: second.courseId });
  const counted = `select user_id, slug, (select count(*)::int from lessons where course_id = courses.id) as lessons,
      (select count(*)::int from lesson_progress p where p.enrollment_id = enrollments.id) as progress
    from courses join enrollments on enrollments.course_id = courses.id where courses.id = $1 and enrollments.id = $2`;
  for (const [{ user, courseId, enrollmentId }, lessons] of [[first, 1] as const, [second, 2] as const])
    expect((await app.database.pool.query(counted, [courseId, enrollmentId])).rows).toEqual([{ user_id: user, slug: `course-${user}`, lessons, progress: 1 }]);
  await requireKeptCounts(app.database);
});

test('people of a copied world can go on, and its times are those of now', async () => {
  await newSchool(app);
  const school = await newSchool(app);
  const { id } = await school.newLesson();
  const { body } = await school.browser.call('get', `courses/${school.courseId}/chapters/${school.chapterId}/lessons/${id}/`);
  expect(body).toMatchObject({ id, title: 'A lesson' });
  const { rows } = await app.database.pool.query("select created_at > now() - interval '10 seconds' as is_new from courses where id = $1", [school.courseId]);
  expect(rows).toEqual([{ is_new: true }]);
});

test('nothing is copied beside a snapshot, or when the clock of a test was moved', async () => {
  /** The request by which the organisation was made, which a copy has from the first one. */
  const request = async () => {
    const { organisation } = await newSchool(app);
    const { rows } = await app.database.pool.query('select min(request_id) as id from audit_log where organisation_id = $1', [organisation.id]);
    return rows[0].id;
  };
  await request();
  const first = await request();
  expect(await request()).toBe(first);
  app.clock.advance(3600_000);
  expect(await request()).not.toBe(first);
  app.clock.advance(-3600_000);
  await app.database.pool.query('create schema snapshot');
  expect(await request()).not.toBe(first);
  await app.database.pool.query('drop schema snapshot');
  expect(await request()).toBe(first);
});
