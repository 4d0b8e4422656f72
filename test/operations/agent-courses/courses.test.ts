import { Kysely, PostgresDialect } from 'kysely';
import type { DB } from '../../../generated/database.ts';
import { insertUser } from '../../../src/domain/identity/accounts/add-user.ts';
import type { Viewer } from '../../../src/domain/kernel/caller.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { getCourse } from '../../../src/domain/studio/courses/get-course.ts';
import { courseFields, rewriteCourse } from '../../../src/domain/studio/courses/write-course.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { whileLocked } from '../../support/at-once.ts';
import { AUDIT } from '../../support/audit.ts';
import { newOrganisation, type Row, type TestOrganisation } from '../../support/organisation.ts';

let app: TestApp;
let org: TestOrganisation;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  org = await newOrganisation(app);
});
afterAll(() => app.close());

const DEFAULTS = {
  description: null,
  thumbnail_url: null,
  status: 'draft',
  visibility: 'public',
  level: 'all_levels',
  grade_level: 'any',
  language: 'en',
  category: null,
  estimated_duration_minutes: null,
  sales_page_blocks: null,
  landing_title: null,
  meta_title: null,
  meta_description: null,
  og_image_url: null,
  timezone: 'UTC',
  length_mode: 'open_ended',
  duration_days: null,
  start_date: null,
  end_date: null,
  schedule_basis: 'enrollment',
};

const FULL = {
  title: 'Statistics',
  slug: 'stats-101',
  description: { type: 'doc', content: [{ type: 'paragraph', text: 'ünïcode' }] },
  thumbnail_url: 'https://example.org/thumb.png',
  status: 'published',
  visibility: 'unlisted',
  level: 'beginner',
  grade_level: 'higher_education',
  language: 'de-AT',
  category: 11,
  estimated_duration_minutes: 600,
  sales_page_blocks: [{ kind: 'hero', text: 'Learn' }, 1, null, ['nested']],
  landing_title: 'Learn statistics',
  meta_title: 'Statistics course',
  meta_description: 'For everyone.',
  og_image_url: 'https://example.org/og.png',
  timezone: 'Europe/Vienna',
  length_mode: 'dates',
  duration_days: null,
  start_date: '2027-01-10',
  end_date: '2027-03-31',
  schedule_basis: 'course_start',
};

const enroll = async (courseId: string) => {
  const { db } = app.database;
  const userId = newId();
  await insertUser(db, { id: userId, email: `${userId}@example.org`, name: 'Learner' }).execute();
  await db.insertInto('enrollments').values({ organisation_id: org.id, id: newId(), course_id: courseId, user_id: userId }).execute();
};

describe('creating a course', () => {
  test('requires only a title and fills in every default', async () => {
    const { status, body } = await org.call('post', 'courses/', { title: 'Only a title' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...DEFAULTS,
      title: 'Only a title',
      slug: 'only-a-title',
      chapter_count: 0,
      lesson_count: 0,
      enrollment_count: 0,
      published_at: null,
    });
    expect((await org.call('get', `courses/${body.id}/`)).body).toEqual(body);
  });

  test('stores every field that is sent', async () => {
    const { body } = await org.call('post', 'courses/', FULL);
    expect(body).toMatchObject(FULL);
    expect(body.published_at).toEqual(expect.any(String));
  });

  test("takes the default language and time zone from the organisation's settings", async () => {
    await org.call('patch', 'org-settings/', { language: 'pt-br', timezone: 'America/Sao_Paulo' });
    expect(await org.newCourse()).toMatchObject({ language: 'pt-BR', timezone: 'America/Sao_Paulo' });
  });

  test('ignores read-only and unknown fields', async () => {
    const id = newId();
    const made = await org.newCourse({ id, enrollment_count: 7, published_at: '2020-01-01T00:00:00Z', organisation_id: id, nonsense: true });
    expect(made.id).not.toBe(id);
    expect(made).toMatchObject({ enrollment_count: 0, published_at: null });
  });

  test('records the actor and the new course in the audit log', async () => {
    const made = await org.newCourse({ title: 'Audited' });
    const { rows } = await app.database.pool.query(`select * from ${AUDIT} where organisation_id = $1`, [org.id]);
    expect(rows).toMatchObject([{ actor_type: 'api_key', actor_id: org.keyId, action: 'course.created', object_id: made.id, before: null, ip: '127.0.0.1' }]);
    expect(rows[0]?.after).toMatchObject({ title: 'Audited' });
  });
});

describe('a course slug', () => {
  test('is derived from the title, gets the suffix -2 or -3 if that is taken, and can be reused after a deletion', async () => {
    const slugs = async () => (await org.newCourse({ title: 'Same Title!' })).slug;
    const first = await org.newCourse({ title: 'Same Title!' });
    expect([first.slug, await slugs(), await slugs()]).toEqual(['same-title', 'same-title-2', 'same-title-3']);
    await org.call('delete', `courses/${first.id}/`);
    expect(await slugs()).toBe('same-title');
  });

  test('is unique when courses with the same title are created concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => org.newCourse({ title: 'At once' })));
    expect(new Set(made.map((course) => course.slug)).size).toBe(20);
  });

  test('is transliterated from other scripts where possible and is `course` otherwise', async () => {
    expect((await org.newCourse({ title: 'Привет мир' })).slug).toBe('privet-mir');
    expect((await org.newCourse({ title: '学习' })).slug).toBe('course');
  });

  test('that is already taken is rejected on create, replace and update, but another organisation may use it', async () => {
    await org.newCourse({ slug: 'mine' });
    const other = await org.newCourse({ slug: 'other' });
    for (const [method, path, body] of [
      ['post', 'courses/', { title: 'T', slug: 'mine' }],
      ['put', `courses/${other.id}/`, { title: 'T', slug: 'mine' }],
      ['patch', `courses/${other.id}/`, { slug: 'mine' }],
    ] as const) {
      const answer = await org.call(method, path, body);
      expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ field: 'slug', code: 'taken' })]]);
    }
    const neighbour = await newOrganisation(app);
    expect((await neighbour.newCourse({ slug: 'mine' })).slug).toBe('mine');
  });
});

describe('a course length', () => {
  test.each([
    [{ length_mode: 'duration' }, ['duration_days']],
    [{ length_mode: 'dates' }, ['start_date', 'end_date']],
    [{ length_mode: 'dates', start_date: '2027-01-02', end_date: '2027-01-01' }, ['end_date']],
    [{ duration_days: 5 }, ['duration_days']],
    [{ length_mode: 'duration', duration_days: 5, end_date: '2027-01-01' }, ['end_date']],
    [{ length_mode: 'dates', start_date: '2027-01-01', end_date: '2027-01-01', duration_days: 1 }, ['duration_days']],
    [{ length_mode: 'dates', start_date: '2027-02-30', end_date: '2027-03-01' }, ['start_date']],
    [{ language: 'en-a', timezone: 'Mars/Base', category: 999 }, ['language', 'timezone', 'category']],
    [{ timezone: 'IST' }, ['timezone']],
  ])('%j is rejected with errors on %j', async (fields, named) => {
    const { status, body } = await org.call('post', 'courses/', { title: 'T', ...fields });
    expect(status).toBe(400);
    expect(body.errors.map((fault: { field: string }) => fault.field).sort()).toEqual([...named].sort());
  });

  test.each([
    { length_mode: 'duration', duration_days: 1 },
    { length_mode: 'dates', start_date: '2027-01-01', end_date: '2027-01-01' },
    { length_mode: 'open_ended', start_date: '2027-01-01' },
  ])('%j is accepted', async (fields) => {
    expect(await org.newCourse(fields)).toMatchObject(fields);
  });

  test('loses the fields of the old mode when the mode changes, and the result is validated', async () => {
    const { id } = await org.newCourse({ length_mode: 'duration', duration_days: 30 });
    const missing = await org.call('patch', `courses/${id}/`, { length_mode: 'dates', start_date: '2027-01-01' });
    expect([missing.status, missing.body.errors[0].field]).toEqual([400, 'end_date']);
    const dated = await org.call('patch', `courses/${id}/`, { length_mode: 'dates', start_date: '2027-01-01', end_date: '2027-02-01' });
    expect(dated.body).toMatchObject({ duration_days: null, end_date: '2027-02-01' });
    const open = await org.call('patch', `courses/${id}/`, { length_mode: 'open_ended' });
    expect(open.body).toMatchObject({ start_date: '2027-01-01', end_date: null });
  });
});

describe('replacing a course', () => {
  test('resets omitted fields to their defaults', async () => {
    const made = await org.newCourse(FULL);
    const { status, body } = await org.call('put', `courses/${made.id}/`, { title: 'Plain' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...DEFAULTS, title: 'Plain', slug: 'plain', id: made.id, created_at: made.created_at, published_at: made.published_at });
    expect(body.updated_at > made.updated_at).toBe(true);
  });

  test('keeps the current slug, including its suffix, if it still matches the title', async () => {
    await org.newCourse({ title: 'Twin' });
    const second = await org.newCourse({ title: 'Twin' });
    expect((await org.call('put', `courses/${second.id}/`, { title: 'Twin' })).body.slug).toBe('twin-2');
  });
});

describe('updating a course', () => {
  test('changes only the fields that are sent', async () => {
    const made = await org.newCourse(FULL);
    const { body } = await org.call('patch', `courses/${made.id}/`, { title: 'Renamed', description: null });
    expect(body).toEqual({ ...made, title: 'Renamed', description: null, updated_at: expect.any(String) });
  });

  test('without a body changes only `updated_at`', async () => {
    const made = await org.newCourse(FULL);
    const { status, body } = await org.call('patch', `courses/${made.id}/`);
    expect([status, body]).toEqual([200, { ...made, updated_at: expect.any(String) }]);
  });

  test('keeps `published_at` at the time of the first publication', async () => {
    const { id } = await org.newCourse();
    const first = (await org.call('patch', `courses/${id}/`, { status: 'published' })).body.published_at;
    await org.call('patch', `courses/${id}/`, { status: 'archived' });
    expect((await org.call('patch', `courses/${id}/`, { status: 'published' })).body.published_at).toBe(first);
  });

  test('with concurrent requests loses none of the changes', async () => {
    const { id } = await org.newCourse();
    const fields = ['landing_title', 'meta_title', 'meta_description'];
    await Promise.all(fields.map((field) => org.call('patch', `courses/${id}/`, { [field]: field })));
    expect((await org.call('get', `courses/${id}/`)).body).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
  });
});

describe('writing a course', () => {
  test('without a limit of the plan, and with a slug that is free, waits for nobody who has locked the organisation', async () => {
    const course = await org.newCourse();
    await whileLocked(app, `select from organisations where id = '${org.id}' for no key update`, async () => {
      expect((await org.call('post', 'courses/', { title: 'Not counted' })).status).toBe(201);
      expect((await org.call('patch', `courses/${course.id}/`, { title: 'Changed' })).status).toBe(200);
    });
  });

  test('takes one statement that writes the course with its audit entry and events, and at most two that read', async () => {
    const { id } = await org.newCourse();
    const queriesOf = async (send: () => PromiseLike<unknown>) => {
      app.database.queries.count = 0;
      await send();
      return app.database.queries.count;
    };
    expect(await queriesOf(() => org.call('patch', `courses/${id}/`, { title: 'Changed', status: 'published' }))).toBe(3);
    expect(await queriesOf(() => org.call('post', 'courses/', { title: 'Another', status: 'published' }))).toBe(3);
  });

  test('has grades computed, and ends and meetings moved, only if the schedule may have moved', async () => {
    const { id } = await org.newCourse();
    const jobsAfter = async (fields: object) => {
      await app.database.pool.query('delete from graphile_worker._private_jobs');
      expect((await org.call('patch', `courses/${id}/`, fields)).status).toBe(200);
      const { rows } = await app.database.pool.query('select task_identifier from graphile_worker.jobs order by task_identifier');
      return rows.map(({ task_identifier }) => task_identifier);
    };
    expect(await jobsAfter({ title: 'Renamed', description: { text: 'New' }, level: 'advanced' })).toEqual([]);
    for (const fields of [{ timezone: 'Asia/Tokyo' }, { schedule_basis: 'first_access' }, { start_date: '2027-01-01' }])
      expect(await jobsAfter(fields)).toEqual(['move_course_ends', 'move_meetings', 'recompute_gradebook']);
  });

  test('from a version that is no longer current changes nothing, and leaves no audit entry, event or job', async () => {
    const { db } = app.database;
    const caller = { organisationId: org.id, actorType: 'api_key', actorId: org.keyId, role: 'creator', requestId: 'test', ip: null } as const;
    const endpoint = {
      url: 'https://hooks.example.org',
      description: '',
      event_types: ['course.updated', 'course.published'],
      secret: Buffer.alloc(0),
      is_enabled: true,
    };
    await db
      .insertInto('webhook_endpoints')
      .values({ organisation_id: org.id, id: newId(), ...endpoint })
      .execute();
    const { id } = await org.newCourse();
    const left = async () => {
      const { rows } = await app.database.pool.query(`
        select (select count(*)::int from audit_log where organisation_id = '${org.id}') as entries,
          (select count(*)::int from webhook_events where organisation_id = '${org.id}') as events,
          (select count(*)::int from graphile_worker.jobs) as jobs`);
      return rows[0];
    };
    const read = async () => (await getCourse({ db }, caller, id)).toJSON();
    const before = await read();
    const written = await rewriteCourse(db, caller, before, { ...courseFields(before), status: 'published' });
    expect(written?.status).toBe('published');
    const done = await left();
    expect(await rewriteCourse(db, caller, before, { ...courseFields(before), status: 'archived', title: 'Lost' })).toBeNull();
    expect(await left()).toEqual(done);
    expect(await read()).toEqual(written);
  });
});

test('courses that are read at the same time are read by one statement, in which each caller finds those of its own organisation only', async () => {
  const other = await newOrganisation(app);
  const [own, theirs] = [await org.newCourse(), await other.newCourse()];
  let statements = 0;
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: app.database.pool }), log: () => void statements++ });
  const reader = ({ id }: TestOrganisation): Viewer => ({ organisationId: id, actorId: null, role: null });
  const read = (by: TestOrganisation, id: string) =>
    getCourse({ db }, reader(by), id).then(
      (course) => course.toJSON().title,
      ({ code }) => code,
    );
  await read(org, own.id);
  statements = 0;
  expect(
    await Promise.all([read(org, own.id), read(other, own.id), read(other, theirs.id), read(org, newId()), read(org, own.id), read(org, theirs.id)]),
  ).toEqual([own.title, 'not_found', theirs.title, 'not_found', own.title, 'not_found']);
  expect(statements).toBe(1);
});

describe('deleting a course', () => {
  test('removes the course and everything in it', async () => {
    const course = await org.newCourse();
    const chapter = await org.newChapter(course.id);
    await org.newLesson(course.id, chapter.id);
    expect((await org.call('delete', `courses/${course.id}/`)).status).toBe(204);
    expect((await org.call('get', `courses/${course.id}/`)).status).toBe(404);
    const { rows } = await app.database.pool.query(
      'select (select count(*) from courses where organisation_id = $1) + (select count(*) from lessons where organisation_id = $1) as count',
      [org.id],
    );
    expect(rows[0].count).toBe(0);
  });

  test('keeps the rows if learners have enrolled, while the API returns neither the course nor anything in it', async () => {
    const course = await org.newCourse({ title: 'Kept' });
    const chapter = await org.newChapter(course.id);
    const lesson = await org.newLesson(course.id, chapter.id);
    await enroll(course.id);
    expect((await org.call('get', `courses/${course.id}/`)).body.enrollment_count).toBe(1);
    expect((await org.call('delete', `courses/${course.id}/`)).status).toBe(204);
    expect((await org.call('delete', `courses/${course.id}/`)).status).toBe(404);
    expect((await org.call('get', 'courses/')).body.count).toBe(0);
    const inside = `courses/${course.id}/chapters/`;
    for (const [method, path] of [
      ['get', inside],
      ['post', inside],
      ['get', `${inside}${chapter.id}/`],
      ['patch', `${inside}${chapter.id}/`],
      ['delete', `${inside}${chapter.id}/`],
      ['get', `${inside}${chapter.id}/lessons/`],
      ['get', `${inside}${chapter.id}/lessons/${lesson.id}/`],
      ['delete', `${inside}${chapter.id}/lessons/${lesson.id}/`],
    ] as const) {
      expect((await org.call(method, path, method === 'post' ? { title: 'T' } : undefined)).status).toBe(404);
    }
    expect((await org.newCourse({ title: 'Kept' })).slug).toBe('kept');
    const kept = await app.database.db.selectFrom('lessons').select('id').where('organisation_id', '=', org.id).execute();
    expect(kept).toHaveLength(1);
  });
});

describe("the plan's course limit", () => {
  test('returns 403 course_limit, does not count deleted courses and does not affect other organisations', async () => {
    const small = await newOrganisation(app, { plan: 'free' });
    const made: Row[] = [];
    for (let number = 0; number < 3; number++) made.push(await small.newCourse());
    const refused = await small.call('post', 'courses/', { title: 'One too many' });
    expect([refused.status, refused.body.code]).toEqual([403, 'course_limit']);
    await org.newCourse();
    await small.call('delete', `courses/${made[0]?.id}/`);
    await small.newCourse();
  });

  test('holds when 50 courses are created concurrently and only one more is allowed', async () => {
    const small = await newOrganisation(app, { plan: 'free' });
    await small.newCourse();
    await small.newCourse();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => small.call('post', 'courses/', { title: `Course ${number}` })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(49).fill(403)]);
    expect((await small.call('get', 'courses/')).body.count).toBe(3);
  });
});

describe('listing courses', () => {
  test('returns every course once across the pages, with absolute URLs that keep the other parameters', async () => {
    const ids = [];
    for (let number = 0; number < 5; number++) ids.push((await org.newCourse({ title: `Course ${number}` })).id);
    const seen: string[] = [];
    let next: string | null = `${app.url}/api/v1/agent/courses/?page_size=2&ordering=title&status=draft`;
    while (next) {
      const body: { count: number; next: string | null; results: Row[] } = (
        await app.http.get(next.slice(app.url.length)).set('Authorization', `Bearer ${org.secret}`)
      ).body;
      expect(body.count).toBe(5);
      seen.push(...body.results.map((course) => course.id));
      next = body.next;
      if (next) expect(next).toMatch(/page_size=2&ordering=title&status=draft&page=\d$/);
    }
    expect(seen).toEqual(ids);
  });

  test.each(['plain ASCII', 'Größe', 'Привет', '課程', 'emoji 🎓', '\u00ff', '"quoted" \\ \t'])('returns every byte of a title: %s', async (title) => {
    await org.newCourse({ title });
    const response = await fetch(`${app.url}/api/v1/agent/courses/`, { headers: { authorization: `Bearer ${org.secret}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(JSON.parse(bytes.toString()).results.map((course: Row) => course.title)).toEqual([title]);
  });

  test('leaves invalid and unknown parameters, however long, out of the URL of the next page', async () => {
    for (let number = 0; number < 2; number++) await org.newCourse();
    const { body } = await org.call('get', `courses/?page_size=1&page=${'x'.repeat(6000)}&${'a'.repeat(6000)}=1&ordering=title`);
    expect(body.next).toBe(`${app.url}/api/v1/agent/courses/?page_size=1&page=2&ordering=title`);
  });

  test.each([
    ['-created_at', ['b', 'a', 'c']],
    ['created_at', ['c', 'a', 'b']],
    ['title', ['a', 'b', 'c']],
    ['-title', ['c', 'b', 'a']],
    ['-updated_at', ['c', 'b', 'a']],
    ['rubbish', ['b', 'a', 'c']],
  ])('with ordering=%s returns the expected order', async (ordering, titles) => {
    const first = await org.newCourse({ title: 'c' });
    await org.newCourse({ title: 'a' });
    await org.newCourse({ title: 'b' });
    await org.call('patch', `courses/${first.id}/`, {});
    const { body } = await org.call('get', `courses/?ordering=${ordering}`);
    expect(body.results.map((course: Row) => course.title)).toEqual(titles);
  });

  test('filters by status and slug, returns an empty list for a value that no course has, and ignores unknown parameters', async () => {
    await org.newCourse({ title: 'One', status: 'published' });
    await org.newCourse({ title: 'Two' });
    const titles = async (query: string) => (await org.call('get', `courses/?${query}`)).body.results.map((course: Row) => course.title);
    expect(await titles('status=published')).toEqual(['One']);
    expect(await titles('slug=two')).toEqual(['Two']);
    expect(await titles('status=rubbish')).toEqual([]);
    expect(await titles('unknown=1')).toHaveLength(2);
  });

  test.each([
    ['page=0', 1],
    ['page=-5', 1],
    ['page=abc', 1],
    ['page_size=0', 1],
    ['page_size=1000', 1],
    ['page_size=1e1', 1],
    ['page=99', 0],
    ['page=9999999999999999999999', 0],
  ])('with %s clamps the value instead of returning an error', async (query, found) => {
    await org.newCourse();
    const { status, body } = await org.call('get', `courses/?${query}`);
    expect([status, body.results.length, body.count]).toEqual([200, found, 1]);
    if (!found) expect(body.previous).toMatch(/page=1$/);
  });

  test('takes two queries, including the check of the credential, however many courses there are', async () => {
    for (let number = 0; number < 4; number++) await org.newCourse();
    await org.call('get', 'courses/');
    app.database.queries.count = 0;
    await org.call('get', 'courses/?page_size=200');
    expect(app.database.queries.count).toBe(2);
  });
});
