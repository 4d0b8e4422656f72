import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus } from '../support/browser.ts';
import { newDiscussed, said } from '../support/discussion.ts';
import { runTask } from '../support/jobs.ts';
import { newVisitor, refusalOf } from '../support/learner.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const MINUTE = 60_000;

test('a class discusses: it asks, answers, accepts, reports, is moderated, gets a digest and leaves it with one click', async () => {
  const course = await newDiscussed(app, school, { title: 'The Unix Shell' });
  const people = await Promise.all(['Mina', 'Otto', 'Theo'].map((name) => course.learner(name)));
  const [mina, otto, theo] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  await course.settings({ held_words: ['casino', '赌场'], require_initial_post: true, report_threshold: 2 });
  await expectStatus(200, mina.browser.call('patch', 'notifications/preferences/', { events: [{ event: 'discussion_reply', email: true }] }));

  const question = await course.topic(mina, { kind: 'question', title: 'Why one line less?', ...said('wc -l counts one line less than I see.') });
  expect(await refusalOf(course.ask(otto, 'get', `topics/${question.id}/replies/`))).toEqual([403, 'require_initial_post']);
  const answer = await course.reply(otto, question, said('It counts newlines.'));
  const spam = await course.reply(theo, question, said('Visit my 赌场 today'));
  expect([answer.state, spam.state]).toEqual(['visible', 'pending']);
  expect((await course.replies(otto, question)).results.map(({ id }) => id)).toEqual([answer.id]);

  expect((await course.topics(school, '?queue=review')).results.map(({ id }) => id)).toEqual([question.id]);
  await expectStatus(200, course.moderate(school, spam, { action: 'hide', reason: 'Advertising' }));
  await expectStatus(200, course.moderate(school, spam, { action: 'mute', reason: 'Advertising' }));
  expect((await course.ask(theo, 'post', `topics/${question.id}/replies/`, said('Why?'))).body).toMatchObject({ reason: 'muted' });
  const rude = await course.reply(otto, question, said('Read the manual!'));
  for (const member of [mina, theo]) await expectStatus(200, course.moderate(member, rude, { action: 'report', reason: 'Rude' }));
  expect((await course.replies(mina, question)).results.map(({ id }) => id)).toEqual([answer.id]);
  await expectStatus(200, course.ask(mina, 'patch', `topics/${question.id}/`, { accepted_reply_id: answer.id }));

  await runTask(app, 'spread_discussion_digests');
  const [digest] = await app.mailbox.read(mina.email);
  expect(digest?.subject).toBe('1 new post in your discussions');
  expect(digest?.text).toContain('It counts newlines.');
  const address = digest?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const { pathname, search } = new URL(address.slice(1, -1));
  await expectStatus(200, new Browser(app).submit(pathname + search, { 'List-Unsubscribe': 'One-Click' }));
  app.clock.advance(MINUTE);
  await course.reply(otto, question, said('You are welcome.'));
  await runTask(app, 'spread_discussion_digests');
  expect(await app.mailbox.read(mina.email)).toEqual([]);
});

test('no response to anybody in a discussion contains an email address of a member', async () => {
  const course = await newDiscussed(app, school);
  const [author, other] = [await course.learner('Mina'), await course.learner('Otto')];
  const topic = await course.topic(author);
  const reply = await course.reply(other, topic, { mention_ids: [school.id] });
  await course.ask(school, 'patch', `replies/${reply.id}/`, said('Changed'));
  await course.moderate(other, topic, { action: 'report', reason: 'x' });
  const stranger = await newVisitor(app, school);
  const paths = [
    'settings/',
    'topics/',
    'topics/?queue=review',
    `topics/${topic.id}/`,
    `topics/${topic.id}/replies/`,
    `topics/${topic.id}/replies/?queue=review`,
  ];
  for (const who of [school, author, other, stranger])
    for (const path of paths) {
      const { text, headers } = await course.ask(who, 'get', path);
      expect(text + JSON.stringify(headers)).not.toMatch(/[\w-]+@example\.org/);
    }
});
