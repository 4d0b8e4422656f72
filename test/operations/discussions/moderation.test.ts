import { up } from '../../../migrations/0606-posts-without-reports.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { AUDIT } from '../../support/audit.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: Discussed;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newDiscussed(app, school);
});
afterAll(() => app.close());

const REPORT = { action: 'report', reason: 'Advertising' };
const WEEK = 7 * 24 * 3600_000;
const actionsOn = async (id: string) => {
  const { rows } = await app.database.pool.query<{ action: string; after: object }>(
    `select action, after from ${AUDIT} where object_id = $1 order by created_at, id`,
    [id],
  );
  return rows;
};
const learners = (count: number) => Promise.all(Array.from({ length: count }, () => course.learner()));
const stateFor = async (who: { browser: Browser }, { id }: { id: string }) => (await course.ask(who, 'get', `topics/${id}/`)).body;

test('reports of enough members hide a post of a learner until staff restore it, and then not again within a week', async () => {
  const [author, one, two, three, fourth] = await learners(5);
  if (!author || !one || !two || !three || !fourth) throw new Error('too few');
  await course.settings({ report_threshold: 3 });
  const topic = await course.topic(author, said('Buy my book'));
  expect(await faultsOf(course.moderate(author, topic, REPORT))).toEqual(['action not_allowed']);
  for (const who of [one, one, two])
    expect((await expectStatus(200, course.moderate(who, topic, REPORT))).body).toMatchObject({ state: 'visible', report_count: null });
  expect((await stateFor(school, topic)).report_count).toBe(2);
  expect((await expectStatus(200, course.moderate(three, topic, REPORT))).body).toMatchObject({ state: 'hidden', title: null, text: null, author: null });
  expect((await course.ask(one, 'get', `topics/${topic.id}/`)).status).toBe(404);
  expect(await stateFor(author, topic)).toMatchObject({ state: 'hidden', hidden_by: 'reports', hidden_reason: null, text: { body: 'Buy my book' } });
  expect((await course.topics(school, '?queue=review')).results.map(({ id }) => id)).toContain(topic.id);
  expect((await expectStatus(200, course.moderate(school, topic, { action: 'restore' }))).body).toMatchObject({ state: 'visible', report_count: 0 });
  expect((await course.topics(school, '?queue=review')).results.map(({ id }) => id)).not.toContain(topic.id);
  for (const who of [one, two, three, fourth]) await expectStatus(200, course.moderate(who, topic, REPORT));
  expect(await stateFor(school, topic)).toMatchObject({ state: 'visible', report_count: 1 });
  expect((await expectStatus(200, course.moderate(school, topic, { action: 'dismiss_reports' }))).body.report_count).toBe(0);
  app.clock.advance(WEEK);
  for (const who of [one, two, three]) await expectStatus(200, course.moderate(who, topic, REPORT));
  expect((await stateFor(school, topic)).state).toBe('hidden');
});

test('dismissing the reports shows what they hid, whatever the threshold is by then, and not what staff hid', async () => {
  const [author, one, two] = await learners(3);
  if (!author || !one || !two) throw new Error('too few');
  await course.settings({ report_threshold: 2 });
  const topic = await course.topic(author);
  const [reply, bad] = [await course.reply(author, topic), await course.reply(author, topic)];
  for (const post of [topic, reply, bad]) for (const who of [one, two]) await course.moderate(who, post, REPORT);
  expect(await stateFor(school, topic)).toMatchObject({ state: 'hidden', reply_count: 0 });
  await expectStatus(200, course.moderate(school, bad, { action: 'hide', reason: 'Rude' }));
  for (const post of [topic, reply])
    expect((await expectStatus(200, course.moderate(school, post, { action: 'dismiss_reports' }))).body).toMatchObject({
      state: 'visible',
      hidden_by: null,
      report_count: 0,
    });
  expect((await expectStatus(200, course.moderate(school, bad, { action: 'dismiss_reports' }))).body).toMatchObject({ state: 'hidden', hidden_by: 'staff' });
  expect(await stateFor(one, topic)).toMatchObject({ state: 'visible', reply_count: 1, last_number: 1 });
  expect((await actionsOn(reply.id)).at(-1)).toEqual({ action: 'discussion_reply.reports_dismissed', after: { state: 'visible', reports: 0, reason: null } });
});

test('another threshold shows what too few reports hid and hides what enough have reported', async () => {
  const [author, one, two] = await learners(3);
  if (!author || !one || !two) throw new Error('too few');
  await course.settings({ report_threshold: 2 });
  const [once, twice, ofStaff] = [await course.topic(author), await course.topic(author), await course.topic(school)];
  for (const topic of [once, twice, ofStaff]) await expectStatus(200, course.moderate(one, topic, REPORT));
  await expectStatus(200, course.moderate(two, twice, REPORT));
  const states = async () => [(await stateFor(school, once)).state, (await stateFor(school, twice)).state, (await stateFor(school, ofStaff)).state];
  const shown: unknown[] = [await states()];
  for (const report_threshold of [3, 1, null, 2]) {
    await course.settings({ report_threshold });
    shown.push(await states());
  }
  expect(shown).toEqual([
    ['visible', 'hidden', 'visible'],
    ['visible', 'visible', 'visible'],
    ['hidden', 'hidden', 'visible'],
    ['visible', 'visible', 'visible'],
    ['visible', 'hidden', 'visible'],
  ]);
  expect((await actionsOn(once.id)).map(({ action }) => action)).toEqual([
    'discussion_topic.created',
    'discussion_topic.reported',
    'discussion_topic.hidden',
    'discussion_topic.restored',
  ]);
});

test('a post whose reports are erased with those who made them is shown again', async () => {
  const [author, one, two] = await learners(3);
  if (!author || !one || !two) throw new Error('too few');
  await course.settings({ report_threshold: 2 });
  const topic = await course.topic(author);
  for (const who of [one, two]) await expectStatus(200, course.moderate(who, topic, REPORT));
  expect((await stateFor(school, topic)).state).toBe('hidden');
  await app.database.pool.query(`update users set deletion_due_at = '2020-01-01' where id = $1`, [one.id]);
  await runTask(app, 'erase_users');
  await app.mailbox.runJobs();
  expect(await stateFor(two, topic)).toMatchObject({ state: 'visible', last_number: 0 });
});

test('posts that were dismissed before and stayed hidden are shown again, and hidden answers are no longer accepted', async () => {
  const [author, other] = await learners(2);
  if (!author || !other) throw new Error('too few');
  const topic = await course.topic(author, { kind: 'question' });
  const reply = await course.reply(other, topic);
  const below = await course.reply(other, topic, { parent_id: reply.id });
  await expectStatus(200, course.moderate(school, reply, { action: 'accept' }));
  const { pool, db } = app.database;
  await pool.query(`update discussion_posts set state = 'hidden', hidden_by = case when id = $1 then 'reports' else 'staff' end where id in ($1, $2)`, [
    below.id,
    reply.id,
  ]);
  await pool.query('update discussion_topics set reply_count = 0, last_number = 0 where id = $1', [topic.id]);
  await pool.query('update discussion_posts set live_descendants = 0 where id = $1', [reply.id]);
  for (const _ of ['once', 'and again']) {
    await up(db as never);
    expect(await stateFor(school, topic)).toMatchObject({ reply_count: 1, last_number: 2, accepted_reply_id: null });
    expect((await course.replies(author, topic)).results).toMatchObject([{ state: 'hidden', reply_count: 1, children: [{ id: below.id, state: 'visible' }] }]);
  }
});

test('reports never hide what staff wrote, and a member makes at most ten an hour', async () => {
  const [reporter, second] = await learners(2);
  if (!reporter || !second) throw new Error('too few');
  await course.settings({ report_threshold: 1 });
  const topic = await course.topic(school);
  await expectStatus(200, course.moderate(reporter, topic, REPORT));
  expect((await stateFor(second, topic)).state).toBe('visible');
  const posts = await Promise.all(Array.from({ length: 10 }, () => course.reply(school, topic)));
  for (const post of posts.slice(1)) await expectStatus(200, course.moderate(reporter, post, REPORT));
  const refused = await course.moderate(reporter, posts[0] as { id: string }, REPORT);
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'discussion_limit', '3600']);
  const onTopic = await course.moderate(reporter, await course.topic(school), REPORT);
  expect([onTopic.status, onTopic.body.code]).toEqual([429, 'discussion_limit']);
  app.clock.advance(3600_000);
  await expectStatus(200, course.moderate(reporter, posts[0] as { id: string }, REPORT));
});

test('staff hide a post with a reason that its author reads, and restore it, and the audit log tells both', async () => {
  const [author, other] = await learners(2);
  if (!author || !other) throw new Error('too few');
  const topic = await course.topic(author);
  const reply = await course.reply(author, topic, said('Rude words'));
  const answer = await course.reply(other, topic, { parent_id: reply.id });
  expect(await faultsOf(course.moderate(school, reply, { action: 'hide' }))).toEqual(['reason required']);
  expect((await expectStatus(200, course.moderate(school, reply, { action: 'hide', reason: 'Be polite.' }))).body).toMatchObject({ state: 'hidden' });
  expect((await course.replies(other, topic)).results).toMatchObject([
    { state: 'hidden', text: null, author: null, hidden_reason: null, children: [{ id: answer.id }] },
  ]);
  expect((await course.replies(author, topic)).results).toMatchObject([
    { state: 'hidden', text: { body: 'Rude words' }, hidden_by: 'staff', hidden_reason: 'Be polite.' },
  ]);
  expect((await course.topics(other, '?search=rude')).results).toEqual([]);
  expect((await course.replies(other, topic, '?search=rude')).results).toEqual([]);
  expect((await course.ask(author, 'patch', `replies/${reply.id}/`, said('Nice'))).body).toMatchObject({ code: 'discussion_read_only', reason: 'not_visible' });
  expect((await course.ask(other, 'patch', `replies/${reply.id}/`, { upvoted: true })).status).toBe(404);
  expect((await stateFor(school, topic)).reply_count).toBe(1);
  await expectStatus(200, course.moderate(school, reply, { action: 'restore', reason: 'A mistake' }));
  expect((await stateFor(school, topic)).reply_count).toBe(2);
  const actions = await actionsOn(reply.id);
  expect(actions.map(({ action }) => action)).toEqual(['discussion_reply.created', 'discussion_reply.hidden', 'discussion_reply.restored']);
  expect(actions[1]?.after).toEqual({ state: 'hidden', reason: 'Be polite.' });
  expect(JSON.stringify(actions)).not.toContain('Rude');
});

test('staff approve what waits for review, which then counts as written', async () => {
  const [author, other] = await learners(2);
  if (!author || !other) throw new Error('too few');
  await course.settings({ held_words: ['casino'] });
  const topic = await course.topic(author);
  const pending = await course.reply(author, topic, said('A casino'));
  expect(await stateFor(other, topic)).toMatchObject({ reply_count: 0, last_number: 0 });
  expect((await course.replies(school, topic, '?queue=review')).results.map(({ id }) => id)).toEqual([pending.id]);
  for (const at of ['topics/?queue=review', `topics/${topic.id}/replies/?queue=review`])
    expect(await refusalOf(course.ask(other, 'get', at))).toEqual([403, 'permission_denied']);
  for (let time = 0; time < 2; time++) expect((await expectStatus(200, course.moderate(school, pending, { action: 'approve' }))).body.state).toBe('visible');
  expect(await stateFor(other, topic)).toMatchObject({ reply_count: 1, last_number: 1 });
  expect((await actionsOn(pending.id)).map(({ action }) => action)).toEqual(['discussion_reply.created', 'discussion_reply.approved']);
});

test('who is muted reads and does not write until the mute ends', async () => {
  const [author] = await learners(1);
  if (!author) throw new Error('too few');
  const topic = await course.topic(author);
  const path = `topics/${topic.id}/replies/`;
  const until = new Date(app.clock.now() + 3600_000).toISOString();
  await expectStatus(200, course.moderate(school, topic, { action: 'mute', reason: 'Calm down', until }));
  expect((await course.ask(author, 'post', path, said('Hello'))).body).toMatchObject({ code: 'discussion_read_only', reason: 'muted' });
  expect((await course.ask(author, 'post', 'topics/', { title: 'A topic', ...said('Hello') })).body).toMatchObject({ reason: 'muted' });
  app.clock.advance(3600_000);
  await course.reply(author, topic);
  const reply = await course.reply(author, topic);
  await expectStatus(200, course.moderate(school, reply, { action: 'mute', reason: 'Again' }));
  expect((await course.ask(author, 'post', path, said('Hello'))).status).toBe(403);
  await expectStatus(200, course.moderate(school, reply, { action: 'unmute' }));
  await course.reply(author, topic);
  expect((await actionsOn(reply.id)).map(({ action }) => action)).toContain('discussion_reply.author_muted');
  expect(await faultsOf(course.moderate(school, await course.topic(school), { action: 'mute', reason: 'x' }))).toEqual(['action not_allowed']);
});

test('staff hide everything that an author wrote in the course', async () => {
  const [author, other] = await learners(2);
  if (!author || !other) throw new Error('too few');
  const [mine, theirs] = [await course.topic(author), await course.topic(other)];
  const [reply, answer] = [await course.reply(author, theirs), await course.reply(other, mine)];
  await expectStatus(200, course.moderate(school, reply, { action: 'hide_all_by_author', reason: 'Spam' }));
  expect(await stateFor(other, mine)).toMatchObject({ state: 'hidden', title: null, reply_count: 1 });
  expect(await stateFor(other, theirs)).toMatchObject({ state: 'visible', reply_count: 0, last_number: 0 });
  expect((await course.replies(other, theirs)).results).toEqual([]);
  expect((await course.replies(other, mine)).results.map(({ id }) => id)).toEqual([answer.id]);
});

test('pinned topics come first, and every decision about a topic is audited once', async () => {
  const pins = await newDiscussed(app, school);
  const [old, young] = [await pins.topic(school), await pins.topic(school)];
  app.clock.advance(1000);
  await pins.reply(school, young);
  for (let time = 0; time < 2; time++) expect((await expectStatus(200, pins.moderate(school, old, { action: 'pin' }))).body.is_pinned).toBe(true);
  expect((await pins.topics(school)).results.map(({ id }) => id)).toEqual([old.id, young.id]);
  expect((await pins.topics(school, '?filter=pinned')).results.map(({ id }) => id)).toEqual([old.id]);
  for (let time = 0; time < 2; time++) await expectStatus(200, pins.moderate(school, old, { action: 'unpin' }));
  expect((await pins.topics(school)).results.map(({ id }) => id)).toEqual([young.id, old.id]);
  for (const action of ['lock', 'lock', 'unlock', 'unlock']) await expectStatus(200, pins.moderate(school, old, { action }));
  const actions = ['created', 'pinned', 'unpinned', 'locked', 'unlocked'].map((happened) => `discussion_topic.${happened}`);
  expect((await actionsOn(old.id)).map(({ action }) => action)).toEqual(actions);
});

test('learners decide nothing about posts, not even about their own', async () => {
  const [author] = await learners(1);
  if (!author) throw new Error('too few');
  const topic = await course.topic(author);
  const reply = await course.reply(author, topic);
  for (const action of ['hide', 'restore', 'approve', 'dismiss_reports', 'mute', 'unmute', 'hide_all_by_author']) {
    expect(await refusalOf(course.moderate(author, topic, { action, reason: 'x' }))).toEqual([403, 'permission_denied']);
    expect(await refusalOf(course.moderate(author, reply, { action, reason: 'x' }))).toEqual([403, 'permission_denied']);
  }
  for (const action of ['pin', 'unpin', 'lock', 'unlock'])
    expect(await refusalOf(course.moderate(author, topic, { action }))).toEqual([403, 'permission_denied']);
  for (const action of ['accept', 'unaccept']) expect(await refusalOf(course.moderate(author, reply, { action }))).toEqual([403, 'permission_denied']);
});
