import type { TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { newDiscussed, said } from '../../support/discussion.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { runTask } from '../../support/jobs.ts';
import type { School } from '../../support/school.ts';

let listening: ListeningSchool;
let app: TestApp;
let school: School;
beforeAll(async () => {
  listening = await startListening('discussion.topic_created', 'discussion.reply_created', 'discussion.reported');
  ({ app, school } = listening);
});
afterAll(() => listening.close());

const happened = () => listening.happened();

test('webhooks tell of what can be read when it can be read, and never who is anonymous or who reported', async () => {
  await happened();
  const course = await newDiscussed(app, school, { title: 'Ornithology' });
  const [author, other] = [await course.learner('Mina'), await course.learner('Otto')];
  await course.settings({ held_words: ['casino'] });
  const topic = await course.topic(author, { kind: 'question', title: 'Why?' });
  const reply = await course.reply(other, topic, said('Hello'));
  const held = await course.reply(other, topic, said('A casino'));
  const events = await happened();
  expect(events.map(({ type }) => type)).toEqual(['discussion.topic_created', 'discussion.reply_created']);
  expect(events[0]?.data).toMatchObject({
    course: { title: 'Ornithology' },
    topic: { id: topic.id, kind: 'question', title: 'Why?' },
    author: { id: author.id, display_name: 'Mina' },
  });
  expect(events[1]?.data).toMatchObject({ reply_id: reply.id, parent_id: null, number: 1, author: { id: other.id } });
  await expectStatus(200, course.moderate(school, held, { action: 'approve' }));
  expect((await happened()).map(({ data }) => data.reply_id)).toEqual([held.id]);
  await expectStatus(200, course.moderate(author, reply, { action: 'report', reason: 'Rude' }));
  await course.settings({ is_anonymous: true });
  await course.reply(other, topic);
  const [reported, anonymous] = await happened();
  expect(reported).toMatchObject({ type: 'discussion.reported', data: { reply_id: reply.id, report_count: 1, is_hidden: false } });
  expect(JSON.stringify(reported)).not.toMatch(new RegExp(`${author.id}|Mina|Rude`));
  expect(anonymous?.data.author).toEqual({ id: null, display_name: 'Anonymous 1', is_staff: false });
  expect(JSON.stringify([events, reported, anonymous])).not.toMatch(/@example/);
});

test('webhooks tell nothing of the title of a topic that is hidden, deleted or waits for review', async () => {
  await happened();
  const course = await newDiscussed(app, school);
  const author = await course.learner();
  await course.settings({ held_words: ['casino'], report_threshold: 1 });
  const held = await course.topic(author, { title: 'A secret casino' });
  const deleted = await course.topic(author, { title: 'A secret' });
  const reported = await course.topic(author, { title: 'A secret' });
  for (const topic of [held, deleted]) await course.reply(school, topic, said('Staff can still answer'));
  await happened();
  await course.reply(school, held);
  await course.reply(school, deleted);
  await expectStatus(204, course.ask(author, 'delete', `topics/${deleted.id}/`));
  await course.reply(school, deleted);
  const other = await course.learner();
  await expectStatus(200, course.moderate(other, reported, { action: 'report', reason: 'Rude' }));
  const events = await happened();
  const titles = events.map(({ type, data }) => [type, (data.topic as { id: string }).id, (data.topic as { title: string | null }).title]);
  expect(titles).toHaveLength(4);
  expect(titles).toEqual(
    expect.arrayContaining([
      ['discussion.reply_created', held.id, null],
      ['discussion.reply_created', deleted.id, 'A secret'],
      ['discussion.reply_created', deleted.id, null],
      ['discussion.reported', reported.id, null],
    ]),
  );
});

test('the data export contains what a user wrote and did, and nothing of others', async () => {
  const course = await newDiscussed(app, school);
  const [author, other] = [await course.learner('Mina'), await course.learner('Otto')];
  const topic = await course.topic(author, { title: 'Pelicans', ...said('Mine') });
  const theirs = await course.reply(other, topic, said('Theirs'));
  await expectStatus(200, course.ask(author, 'patch', `topics/${topic.id}/`, { text: { body: 'Mine again' } }));
  await expectStatus(200, course.ask(author, 'patch', `replies/${theirs.id}/`, { upvoted: true }));
  const files = await exportOf(app, author.browser);
  expect(JSON.parse(files['discussion-posts.json'] ?? '[]')).toMatchObject([{ title: 'Pelicans', body: 'Mine again', edits: [{ body: 'Mine' }] }]);
  expect(JSON.parse(files['discussion-votes.json'] ?? '[]')).toHaveLength(1);
  expect(JSON.parse(files['discussion-topics-read.json'] ?? '[]')).toMatchObject([{ topic_id: topic.id, is_following: true }]);
  expect(Object.values(files).join()).not.toMatch(/Theirs|Otto/);
});

test('of an erased user, what others answered stays without a name, and the rest is gone', async () => {
  const course = await newDiscussed(app, school);
  const [author, other] = [await course.learner('Mina'), await course.learner('Otto')];
  const topic = await course.topic(other);
  const needed = await course.reply(author, topic, said('Needed words'));
  await course.reply(other, topic, { parent_id: needed.id });
  await course.reply(author, topic, said('Lonely words'));
  const alone = await course.topic(author, { title: 'Lonely title' });
  const secret = await course.reply(author, topic, said('Call 0151-SECRET'));
  await expectStatus(200, course.ask(author, 'patch', `replies/${secret.id}/`, { text: { body: 'Lonely again' } }));
  await expectStatus(200, course.ask(author, 'patch', `topics/${topic.id}/`, { upvoted: true }));
  await expectStatus(202, author.browser.call('post', 'me/delete/', { password: author.password }));
  await app.database.pool.query(`update users set deletion_due_at = '2020-01-01' where id = $1`, [author.id]);
  await runTask(app, 'erase_users');
  await app.mailbox.runJobs();
  const { results } = await course.replies(other, topic);
  expect(results).toMatchObject([{ text: { body: 'Needed words' }, author: { id: null, display_name: null }, reply_count: 1 }]);
  expect((await course.ask(other, 'get', `topics/${topic.id}/`)).body).toMatchObject({ reply_count: 2, upvote_count: 0 });
  expect((await course.ask(other, 'get', `topics/${alone.id}/`)).status).toBe(404);
  const { rows } = await app.database.pool.query(`select (select count(*) from discussion_posts where body like 'Lonely%')
    + (select count(*) from discussion_topics where title like 'Lonely%') + (select count(*) from discussion_edits where body like '%SECRET') as left`);
  expect(rows[0].left).toBe(0);
});
