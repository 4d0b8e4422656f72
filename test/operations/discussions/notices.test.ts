import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { runTask } from '../../support/jobs.ts';
import type { Enrolled } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const wants = ({ browser }: { browser: Browser }) =>
  expectStatus(200, browser.call('patch', 'notifications/preferences/', { events: [{ event: 'discussion_reply', email: true }] }));
/** A learner who wants to be told about replies. */
async function subscriber(course: Discussed, name?: string): Promise<Enrolled> {
  const learner = await course.learner(name);
  await wants(learner);
  return learner;
}

/** The digests that the user gets at the next full hour. */
async function digests({ email }: { email: string }) {
  await runTask(app, 'spread_discussion_digests');
  return app.mailbox.read(email);
}

test('what happens in an hour in topics that a learner follows is one mail, without what they wrote or have read', async () => {
  const course = await newDiscussed(app, school, { title: 'Ornithology' });
  const [author, other] = [await subscriber(course, 'Mina'), await subscriber(course, 'Otto')];
  const [one, two] = [await course.topic(author, { title: 'Pelicans' }), await course.topic(author, { title: 'Gulls' })];
  await course.reply(other, one, said('They are *large*'));
  await course.reply(other, two, said('They are loud'));
  await course.reply(author, two, said('I know'));
  const mails = await digests(author);
  expect(mails.map(({ subject }) => subject)).toEqual(['2 new posts in your discussions']);
  expect(mails[0]?.text).toContain('Otto in “Pelicans” (Ornithology): They are *large*');
  expect(mails[0]?.text).toContain('They are loud');
  expect(mails[0]?.text).not.toMatch(/I know/);
  expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain(other.email);
  expect(await digests(author)).toEqual([]);
  expect((await digests(other)).map(({ text }) => text?.includes('I know'))).toEqual([true]);
  await course.reply(other, one);
  await expectStatus(200, course.ask(author, 'patch', `topics/${one.id}/`, { read_up_to: 99 }));
  await course.reply(other, two);
  await app.mailbox.runJobs();
  await expectStatus(200, course.ask(author, 'patch', `topics/${two.id}/`, { following: false }));
  await course.reply(other, two);
  expect((await digests(author)).map(({ subject }) => subject)).toEqual(['1 new post in your discussions']);
});

test('a digest leaves out what was hidden or deleted meanwhile, and what the learner may not read any more', async () => {
  const course = await newDiscussed(app, school);
  const [author, other] = [await subscriber(course), await course.learner()];
  const topic = await course.topic(author);
  const [hidden, deleted] = [await course.reply(other, topic), await course.reply(other, topic)];
  await app.mailbox.runJobs();
  await expectStatus(200, course.moderate(school, hidden, { action: 'hide', reason: 'x' }));
  await expectStatus(204, course.ask(other, 'delete', `replies/${deleted.id}/`));
  expect(await digests(author)).toEqual([]);
  await course.reply(other, topic);
  await app.mailbox.runJobs();
  await course.settings({ is_enabled: false });
  expect(await digests(author)).toEqual([]);
  await course.settings({});
  await course.reply(other, topic);
  await app.database.pool.query('update enrollments set revoked_at = now() where id = $1', [author.enrollmentId]);
  expect(await digests(author)).toEqual([]);
});

test('a digest knows anonymous authors by their pseudonyms, and tells nothing of a topic where the learner has to write first', async () => {
  const course = await newDiscussed(app, school);
  await course.settings({ is_anonymous: true, require_initial_post: true });
  const [author, other, quiet] = [await subscriber(course, 'Mina'), await course.learner('Otto'), await subscriber(course)];
  const topic = await course.topic(author, { title: 'Pelicans' });
  await expectStatus(200, course.ask(quiet, 'patch', `topics/${topic.id}/`, { following: true }));
  await course.reply(other, topic, said('They are large'));
  const [mail] = await digests(author);
  expect(mail?.text).toContain('Anonymous 2 in “Pelicans” (A course): They are large');
  expect(mail?.text).not.toContain('Otto');
  expect(await digests(quiet)).toEqual([]);
});

test('mentions and announcements reach those who follow nothing', async () => {
  const course = await newDiscussed(app, school);
  const [mentioned, learner] = [await subscriber(course), await subscriber(course)];
  const topic = await course.topic(mentioned);
  await expectStatus(200, course.ask(mentioned, 'patch', `topics/${topic.id}/`, { following: false }));
  await course.reply(learner, topic, { ...said('See this'), mention_ids: [mentioned.id] });
  expect((await digests(mentioned))[0]?.text).toContain('See this');
  await course.topic(school, { kind: 'announcement', title: 'Holidays', ...said('No lessons in May') });
  await runTask(app, 'spread_discussion_digests');
  for (const { email } of [mentioned, learner]) expect((await app.mailbox.read(email))[0]?.text).toContain('No lessons in May');
});

test('a change that mentions somebody reaches them once, also if they have read the post before, and nobody else', async () => {
  const course = await newDiscussed(app, school);
  const [mentioned, author, other] = [await subscriber(course), await subscriber(course), await subscriber(course)];
  const topic = await course.topic(other);
  const reply = await course.reply(author, topic, said('See that'));
  await course.reply(mentioned, topic, said('I do'));
  await expectStatus(200, course.ask(mentioned, 'patch', `topics/${topic.id}/`, { read_up_to: 2, following: false }));
  for (const one of [other, author]) await digests(one);
  expect(await digests(mentioned)).toEqual([]);
  const change = (body: object) => expectStatus(200, course.ask(author, 'patch', `replies/${reply.id}/`, body));
  await change({ ...said('See this'), mention_ids: [mentioned.id] });
  const [mail, ...more] = await digests(mentioned);
  expect([mail?.text?.includes('See this'), more]).toEqual([true, []]);
  await change({ mention_ids: [] });
  await change({ mention_ids: [mentioned.id] });
  for (const one of [mentioned, other, author]) expect(await digests(one)).toEqual([]);
});

test('a reply that staff approve is in the digest of whoever has read later ones', async () => {
  const course = await newDiscussed(app, school);
  await course.settings({ held_words: ['casino'] });
  const [reader, author] = [await subscriber(course), await course.learner()];
  const topic = await course.topic(reader);
  const held = await course.reply(author, topic, said('A casino'));
  await course.reply(school, topic, said('A fact'));
  await expectStatus(200, course.ask(reader, 'patch', `topics/${topic.id}/`, { read_up_to: 2 }));
  expect(await digests(reader)).toEqual([]);
  await expectStatus(200, course.moderate(school, held, { action: 'approve' }));
  expect((await digests(reader))[0]?.text).toContain('A casino');
});

test('one click on the link of a digest stops the digests of the person, without signing in, and nothing else', async () => {
  const course = await newDiscussed(app, school);
  const [author, other] = [await subscriber(course), await course.learner()];
  const topic = await course.topic(author);
  await course.reply(other, topic);
  const [mail] = await digests(author);
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const { pathname, search } = new URL(/^<(.+)>$/.exec(header('list-unsubscribe'))?.[1] ?? '');
  const isWanted = async () => {
    const { body } = await expectStatus(200, author.browser.call('get', 'notifications/preferences/'));
    return body.events.filter(({ email }: { email: boolean }) => email).map(({ event }: { event: string }) => event);
  };
  const before = await isWanted();
  await expectStatus(200, new Browser(app).open(pathname + search));
  expect(await isWanted()).toEqual(before);
  await expectStatus(
    200,
    app.http
      .post(pathname + search)
      .type('form')
      .send({ 'List-Unsubscribe': 'One-Click' }) as never,
  );
  expect(await isWanted()).toEqual(before.filter((event: string) => event !== 'discussion_reply'));
  await course.reply(other, topic);
  expect(await digests(author)).toEqual([]);
});
