import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { newSchool, type School } from '../../support/school.ts';
import { statusCounts } from '../../support/studio.ts';

takesAtMost(90);

let app: TestApp;
let school: School;
let course: Discussed;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newDiscussed(app, school);
});
afterAll(() => app.close());

const times = <T>(count: number, send: (index: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, index) => send(index)));
const reply = (who: { browser: School['browser'] }, { id }: { id: string }, fields: object = {}) =>
  course.ask(who, 'post', `topics/${id}/replies/`, { ...said('Hello'), ...fields });

test.each([2, 50])('of %d posts of one learner at once, only as many are stored as the limits allow', async (count) => {
  const topic = await course.topic(school);
  await course.settings({ slow_mode_seconds: 10 });
  expect(statusCounts(await times(count, async () => reply(await slow, topic)))).toEqual({ 201: 1, 429: count - 1 });
  await course.settings({ max_posts_per_day: 1 });
  expect(statusCounts(await times(count, async () => reply(await daily, topic)))).toEqual({ 201: 1, 429: count - 1 });
  await course.settings({});
  expect(statusCounts(await times(count, async () => course.ask(await hasty, 'post', 'topics/', { title: 'A topic', ...said('Hello') })))).toEqual(
    count > 5 ? { 201: 5, 429: count - 5 } : { 201: count },
  );
  expect((await course.replies(school, topic)).count).toBe(2);
  app.clock.advance(25 * 3600_000);
});
const newOne = () => started.then(() => course.learner());
let begin: () => void;
const started = new Promise<void>((resolve) => {
  begin = resolve;
});
const [slow, daily, hasty] = [newOne(), newOne(), newOne()];
beforeAll(() => begin());

test('replies that are written at once get different numbers and places, and the counts are those of the rows', async () => {
  const topic = await course.topic(school);
  const root = await course.reply(school, topic);
  const answers = await times(50, (index) => reply(school, topic, index % 2 ? { parent_id: root.id } : {}));
  expect(statusCounts(answers)).toEqual({ 201: 50 });
  expect(answers.map(({ body }) => body.number).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
  const { body } = await course.ask(school, 'get', `topics/${topic.id}/`);
  expect(body).toMatchObject({ reply_count: 51, last_number: 51 });
  const { results } = await course.replies(school, topic, '?page_size=200');
  expect(results.map(({ number }) => number)).toEqual(results.map(({ number }) => number).sort((a, b) => a - b));
  expect([results.length, results[0]?.reply_count]).toEqual([26, 25]);
  expect((await course.replies(school, topic, `?parent=${root.id}`)).count).toBe(25);
});

test('fifty reports of one member at once are one report, and fifty votes one vote', async () => {
  const [author, member] = [await course.learner(), await course.learner()];
  await course.settings({ report_threshold: 2 });
  const topic = await course.topic(author);
  expect(statusCounts(await times(50, () => course.moderate(member, topic, { action: 'report', reason: 'Spam' })))).toEqual({ 200: 50 });
  expect((await course.ask(school, 'get', `topics/${topic.id}/`)).body).toMatchObject({ report_count: 1, state: 'visible' });
  const votes = await times(50, () => course.ask(member, 'patch', `topics/${topic.id}/`, { upvoted: true }));
  expect(statusCounts(votes)).toEqual({ 200: 50 });
  expect((await course.ask(school, 'get', `topics/${topic.id}/`)).body.upvote_count).toBe(1);
});

test('reports of several members at once hide a post once, and a decision at the same time leaves no open report uncounted', async () => {
  const author = await course.learner();
  const members = await times(5, () => course.learner());
  await course.settings({ report_threshold: 3 });
  const topic = await course.topic(author);
  await Promise.all(members.map((member) => course.moderate(member, topic, { action: 'report', reason: 'Spam' })));
  expect((await course.ask(school, 'get', `topics/${topic.id}/`)).body).toMatchObject({ state: 'hidden', report_count: 3 });
  const other = await course.topic(author);
  await Promise.all([
    ...members.slice(0, 2).map((member) => course.moderate(member, other, { action: 'report', reason: 'Spam' })),
    course.moderate(school, other, { action: 'dismiss_reports' }),
    course.moderate(school, other, { action: 'restore' }),
  ]);
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from discussion_reports where post_id = $1 and state = 'open'`,
    [other.id],
  );
  expect((await course.ask(school, 'get', `topics/${other.id}/`)).body.report_count).toBe(rows[0]?.count);
});

test('writing, hiding and deleting at once leave counts that fit', async () => {
  await course.settings({});
  const topic = await course.topic(school);
  const root = await course.reply(school, topic);
  const answers = await times(10, () => course.reply(school, topic, { parent_id: root.id }));
  const all = await Promise.all([
    ...answers.slice(0, 5).map((answer) => course.moderate(school, answer, { action: 'hide', reason: 'x' })),
    ...answers.slice(3, 8).map(({ id }) => course.ask(school, 'delete', `replies/${id}/`)),
    ...answers.slice(0, 2).map((answer) => course.moderate(school, answer, { action: 'restore' })),
    ...answers.slice(0, 4).map(() => reply(school, topic, { parent_id: root.id })),
  ]);
  expect(Object.keys(statusCounts(all)).every((status) => Number(status) < 300)).toBe(true);
  const { rows } = await app.database.pool.query<{ visible: number }>(
    `select count(*)::int as visible from discussion_posts where topic_id = $1 and number > 0 and state = 'visible'`,
    [topic.id],
  );
  const { body } = await course.ask(school, 'get', `topics/${topic.id}/`);
  expect(body.reply_count).toBe(rows[0]?.visible);
  expect((await course.replies(school, topic)).results[0]?.reply_count).toBe(body.reply_count - 1);
});

test('a course that is purged while somebody writes returns 404, and a mute while somebody writes holds from then on', async () => {
  const learner = await course.learner();
  const topic = await course.topic(learner);
  const [muted, ...answers] = await Promise.all([
    course.moderate(school, topic, { action: 'mute', reason: 'x' }),
    ...Array.from({ length: 3 }, () => reply(learner, topic)),
  ]);
  expect(muted?.status).toBe(200);
  expect(answers.every(({ status }) => status === 201 || status === 403)).toBe(true);
  expect((await reply(learner, topic)).body.reason).toBe('muted');
  const other = await newDiscussed(app, school);
  const doomed = await other.topic(school);
  const results = await Promise.all([
    school.browser.call('delete', `qa/courses/${other.course.id}/purge/`),
    ...Array.from({ length: 10 }, () => other.ask(school, 'post', `topics/${doomed.id}/replies/`, said('Hello'))),
  ]);
  expect(results.map(({ status }) => status).filter((status) => ![201, 204, 404].includes(status))).toEqual([]);
  await expectStatus(404, other.ask(school, 'get', 'topics/'));
});
