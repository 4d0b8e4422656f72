import { newId } from '../../../src/domain/kernel/ids.ts';
import { readPreviewToken } from '../../../src/domain/studio/courses/preview-token.ts';
import { createKeyring, type Keyring } from '../../../src/platform/secrets/keyring.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce } from '../../support/at-once.ts';
import { Browser, expectStatus, newUser } from '../../support/browser.ts';
import { newStudio, type Studio, statusCounts } from '../../support/studio.ts';

let app: TestApp;
let keyring: Keyring;
let mine: Studio;
beforeAll(async () => {
  app = await startTestApp((services) => {
    keyring = services.ports.keyring;
    return services;
  });
  mine = await newStudio(app);
});
afterAll(() => app.close());

const titles = ({ body }: { body: { results: { title: string }[] } }) => body.results.map(({ title }) => title);

test('the studio and the agent API read and change the same course', async () => {
  const course = await mine.newCourse({ title: 'Both doors', level: 'beginner' });
  expect(course).toMatchObject({ title: 'Both doors', slug: 'both-doors', level: 'beginner', status: 'draft' });
  expect((await mine.agent('get', `courses/${course.id}/`)).body).toEqual(course);
  await expectStatus(200, mine.agent('patch', `courses/${course.id}/`, { title: 'Changed by the agent' }));
  expect((await mine.studio('get', `courses/${course.id}/`)).body.title).toBe('Changed by the agent');
  const { body: replaced } = await expectStatus(200, mine.studio('put', `courses/${course.id}/`, { title: 'Replaced' }));
  expect(replaced).toMatchObject({ title: 'Replaced', slug: 'replaced', level: 'all_levels' });
  const { body: patched } = await expectStatus(200, mine.studio('patch', `courses/${course.id}/`, { status: 'published' }));
  expect(patched.published_at).not.toBeNull();
  await expectStatus(204, mine.studio('delete', `courses/${course.id}/`));
  for (const ask of [mine.studio, mine.agent]) await expectStatus(404, ask('get', `courses/${course.id}/`));
  expect(await mine.actionsOn(course.id)).toEqual(['course.created', 'course.updated', 'course.updated', 'course.updated', 'course.deleted']);
});

test.each([
  ['get', '', undefined],
  ['put', '', { title: 'T' }],
  ['patch', '', {}],
  ['delete', '', undefined],
  ['post', 'touch/', undefined],
  ['get', 'price/', undefined],
  ['put', 'price/', { amount: 1 }],
  ['post', 'preview-token/', undefined],
] as const)('%s courses/{}/%s returns 404 if the course does not exist', async (method, path, body) => {
  await expectStatus(404, mine.studio(method, `courses/${newId()}/${path}`, body));
});

test('an unknown category and missing dates are reported together, and a slug that is taken is rejected', async () => {
  const { slug } = await mine.newCourse();
  const refused = await expectStatus(400, mine.studio('post', 'courses/', { title: 'T', category: 4711, length_mode: 'dates' }));
  expect(refused.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['category', 'end_date', 'start_date']);
  const taken = await expectStatus(400, mine.studio('post', 'courses/', { title: 'T', slug }));
  expect(taken.body.errors).toEqual([{ field: 'slug', code: 'taken', message: expect.any(String) }]);
});

test('a replaced course without a slug gets the next free one, even if another course takes the first at the same time', async () => {
  const [course, other] = [await mine.newCourse(), await mine.newCourse()];
  const [answer] = await atOnce(app, `update courses set slug = 'raced' where id = '${other.id}'`, [
    () => mine.studio('put', `courses/${course.id}/`, { title: 'Raced' }),
  ]);
  expect([answer?.status, answer?.body.slug]).toEqual([200, 'raced-2']);
});

test("the plan's course limit holds even when the studio and the agent API create courses concurrently", async () => {
  const { studio, agent } = await newStudio(app, 'free');
  const answers = await Promise.all(Array.from({ length: 12 }, (_, number) => (number % 2 ? studio : agent)('post', 'courses/', { title: 'T' })));
  expect(statusCounts(answers)).toEqual({ 201: 3, 403: 9 });
  expect(new Set(answers.filter(({ status }) => status === 403).map(({ body }) => body.code))).toEqual(new Set(['course_limit']));
  expect((await studio('get', 'courses/')).body.count).toBe(3);
});

describe('the list of courses', () => {
  let studio: Studio['studio'];
  beforeAll(async () => {
    const other = await newStudio(app);
    studio = other.studio;
    for (const title of ['Ünix shell', 'UNIX tools', '100% sure', '100 percent', 'snake_case', 'snakecase', 'back\\slash']) await other.newCourse({ title });
    const [first] = (await studio('get', 'courses/?search=tools')).body.results;
    await expectStatus(200, studio('patch', `courses/${first.id}/`, { status: 'published' }));
    await mine.newCourse({ title: 'unix of another organisation' });
  });

  test.each([
    ['UNIX', ['UNIX tools']],
    ['ünIX', ['Ünix shell']],
    ['nix', ['UNIX tools', 'Ünix shell']],
    ['100%', ['100% sure']],
    ['e_c', ['snake_case']],
    ['k\\s', ['back\\slash']],
    ['%', ['100% sure']],
    ['nothing has this', []],
  ])('searched for %s contains only the courses with exactly that text in their title, regardless of letter case', async (search, found) => {
    const answer = await expectStatus(200, studio('get', `courses/?ordering=title&search=${encodeURIComponent(search)}`));
    expect(titles(answer).sort()).toEqual([...found].sort());
    expect(answer.body.count).toBe(found.length);
  });

  test('can be filtered by status and slug, keeps the search in its page links and rejects an unknown ordering', async () => {
    expect(titles(await studio('get', 'courses/?status=published'))).toEqual(['UNIX tools']);
    expect(titles(await studio('get', 'courses/?slug=snake-case'))).toEqual(['snake_case']);
    const { body } = await studio('get', 'courses/?search=nix&ordering=title&page_size=1');
    expect(body).toMatchObject({ count: 2, previous: null });
    expect(new URL(body.next).searchParams.get('search')).toBe('nix');
    await expectStatus(400, studio('get', 'courses/?ordering=secret'));
  });
});

describe('recent courses', () => {
  test('are those that the user opened, most recent first, each listed once', async () => {
    const { studio, newCourse } = await newStudio(app);
    const made = [await newCourse(), await newCourse(), await newCourse()];
    expect((await studio('get', 'courses/recent/')).body).toMatchObject({ count: 0, results: [] });
    for (const place of [0, 1, 2, 0, 1]) await expectStatus(204, studio('post', `courses/${made[place]?.id}/touch/`));
    const { body } = await expectStatus(200, studio('get', 'courses/recent/'));
    expect(body.count).toBe(3);
    expect(body.results.map(({ course }: { course: { id: string } }) => course.id)).toEqual([made[1]?.id, made[0]?.id, made[2]?.id]);
    expect((await studio('get', 'courses/recent/?page_size=1&page=3')).body.results[0].course.id).toBe(made[2]?.id);
    await expectStatus(204, studio('delete', `courses/${made[1]?.id}/`));
    expect((await studio('get', 'courses/recent/')).body.count).toBe(2);
    await expectStatus(404, studio('post', `courses/${made[1]?.id}/touch/`));
  });

  test('are separate for each user, and concurrent requests store one row', async () => {
    const { studio, organisation, newCourse } = await newStudio(app);
    const colleague = await newUser(app);
    const { db, pool } = app.database;
    const { id } = await db.selectFrom('users').select('id').where('email', '=', colleague.email).executeTakeFirstOrThrow();
    await db.insertInto('memberships').values({ organisation_id: organisation.id, user_id: id, role: 'creator' }).execute();
    const course = await newCourse();
    const answers = await Promise.all(Array.from({ length: 10 }, () => studio('post', `courses/${course.id}/touch/`)));
    expect(statusCounts(answers)).toEqual({ 204: 10 });
    expect((await pool.query('select 1 from course_touches where course_id = $1', [course.id])).rows).toHaveLength(1);
    Object.assign(colleague.browser.headers, { 'X-Organisation': organisation.id });
    expect((await colleague.browser.call('get', 'courses/recent/')).body.count).toBe(0);
  });
});

describe('the price of a course', () => {
  test('is initially unset and uses the currency of the organisation unless another one is given', async () => {
    const course = await mine.newCourse();
    const path = `courses/${course.id}/price/`;
    const put = (body: object) => mine.studio('put', path, body);
    expect((await mine.studio('get', path)).body).toEqual({ amount: null, currency: 'USD', includes_tax: true, is_free: true });
    expect((await put({ amount: 4900, currency: 'EUR' })).body).toEqual({ amount: 4900, currency: 'EUR', includes_tax: true, is_free: false });
    expect((await mine.studio('get', path)).body).toEqual({ amount: 4900, currency: 'EUR', includes_tax: true, is_free: false });
    expect((await put({ amount: 99_999_999 })).body).toEqual({ amount: 99_999_999, currency: 'USD', includes_tax: true, is_free: false });
    expect((await put({ amount: 0 })).body.is_free).toBe(true);
    expect((await put({ amount: null, currency: 'JPY' })).body).toEqual({ amount: null, currency: 'JPY', includes_tax: true, is_free: true });
    const { body } = await put({ amount: 1, currency: 'XQX' });
    expect(body.errors).toMatchObject([{ field: 'currency', code: 'unknown' }]);
    for (const amount of [-1, 1.5, 100_000_000_001, '1']) await expectStatus(400, put({ amount }));
    const { rows } = await app.database.pool.query(`select before, after from audit_log where object_id = $1 and action = 'course.price_changed' order by id`, [
      course.id,
    ]);
    expect(rows[0]).toEqual({ before: { amount: null, currency: 'USD', is_free: true }, after: { amount: 4900, currency: 'EUR', is_free: false } });
  });

  test.each([
    ['a currency that the gateway does not know', { amount: 5000, currency: 'IRR' }, { field: 'currency', code: 'currency_not_chargeable' }],
    ['less than the smallest payment', { amount: 49, currency: 'EUR' }, { field: 'amount', code: 'amount_too_small' }],
    ['forints as if they had no decimals', { amount: 4900, currency: 'HUF' }, { field: 'amount', code: 'amount_too_small' }],
    ['more than the largest payment', { amount: 100_000_000, currency: 'EUR' }, { field: 'amount', code: 'amount_too_large' }],
    ['thousandths of a dinar', { amount: 5125, currency: 'KWD' }, { field: 'amount', code: 'amount_not_a_step' }],
  ])('cannot be %s', async (_what, body, fault) => {
    const course = await mine.newCourse();
    const answer = await expectStatus(400, mine.studio('put', `courses/${course.id}/price/`, body));
    expect(answer.body.errors).toMatchObject([fault]);
    expect((await mine.studio('get', `courses/${course.id}/price/`)).body.amount).toBeNull();
  });

  test('can be in any currency if the course is free, and in every currency with its own decimals', async () => {
    const { id } = await mine.newCourse();
    for (const price of [
      { amount: 0, currency: 'IRR' },
      { amount: 17_500, currency: 'HUF' },
      { amount: 50, currency: 'JPY' },
      { amount: 5120, currency: 'KWD' },
    ])
      expect((await expectStatus(200, mine.studio('put', `courses/${id}/price/`, price))).body).toMatchObject(price);
  });

  test('set by concurrent requests is that of one of them, and the audit log records each step', async () => {
    const course = await mine.newCourse();
    const answers = await Promise.all([100, 200, 300, 400].map((amount) => mine.studio('put', `courses/${course.id}/price/`, { amount })));
    expect(statusCounts(answers)).toEqual({ 200: 4 });
    const { rows } = await app.database.pool.query<{ before: { amount: number | null }; after: { amount: number } }>(
      `select before, after from audit_log where object_id = $1 and action = 'course.price_changed'`,
      [course.id],
    );
    const { amount: last } = (await mine.studio('get', `courses/${course.id}/price/`)).body;
    const chain = [last];
    for (const _ of rows) chain.unshift(rows.find(({ after }) => after.amount === chain[0])?.before.amount);
    expect(chain[0]).toBeNull();
    expect(new Set(chain)).toEqual(new Set([null, 100, 200, 300, 400]));
  });
});

describe('a preview token', () => {
  test('comes with a preview URL, identifies the course and its expiry, and cannot be read with another secret', async () => {
    const course = await mine.newCourse();
    const { body } = await expectStatus(201, mine.studio('post', `courses/${course.id}/preview-token/`));
    expect(body).toEqual({
      token: expect.any(String),
      url: expect.stringMatching(new RegExp(`/preview/${course.id}\\?token=${body.token}(&organisation=|$)`)),
      expires_at: new Date(app.clock.now() + 3_600_000).toISOString(),
    });
    expect(readPreviewToken(keyring, app.clock, body.token)).toEqual({
      organisationId: mine.organisation.id,
      courseId: course.id,
      makerId: expect.any(String),
      expiresAt: body.expires_at,
    });
    expect(readPreviewToken(createKeyring('the secret of somebody else, long enough'), app.clock, body.token)).toBeNull();
  });
});

describe('deleting a course', () => {
  const storeFile = async (courseId: string): Promise<string> => {
    const id = newId();
    const key = `courses/${id}`;
    await app.database.db
      .insertInto('storage_objects')
      .values({
        organisation_id: mine.organisation.id,
        id,
        course_id: courseId,
        purpose: 'media',
        storage_key: key,
        file_name: 'a.mp4',
        content_type: 'video/mp4',
        size_bytes: 1,
        status: 'ready',
      })
      .execute();
    await app.database.db
      .insertInto('media')
      .values({ organisation_id: mine.organisation.id, id: newId(), course_id: courseId, object_id: id, kind: 'video', title: 'A' })
      .execute();
    return key;
  };
  const discarded = async (key: string) =>
    (
      await app.database.pool.query(
        `select 1 from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where tasks.identifier = 'delete_stored' and payload ->> 'key' = $1`,
        [key],
      )
    ).rows.length;

  test('without enrollments also deletes its files', async () => {
    const course = await mine.newCourse();
    const key = await storeFile(course.id);
    await expectStatus(204, mine.studio('delete', `courses/${course.id}/`));
    expect(await discarded(key)).toBe(1);
    expect((await app.database.pool.query('select 1 from courses where id = $1', [course.id])).rows).toEqual([]);
  });

  test('with enrollments keeps its files, hides its content and frees its slug', async () => {
    const course = await mine.newCourse({ slug: 'kept' });
    const key = await storeFile(course.id);
    await mine.newEnrollment(course.id);
    await expectStatus(204, mine.studio('delete', `courses/${course.id}/`));
    expect(await discarded(key)).toBe(0);
    await mine.newCourse({ slug: 'kept' });
    await expectStatus(404, mine.studio('get', `courses/${course.id}/chapters/`));
  });
});

test('a visitor who is not signed in cannot create a course', async () => {
  const { status } = await new Browser(app).call('post', 'courses/', { title: 'T' });
  expect(status).toBe(401);
});
