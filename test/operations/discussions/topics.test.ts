import { up } from '../../../migrations/0601-votes-of-authors.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, faultsOf, newVisitor, open, refusalOf } from '../../support/learner.ts';
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

const MINUTE = 60_000;

test('a learner opens a topic, others read and answer it, and nobody learns an email address', async () => {
  const [asker, other] = [await course.learner('Mina'), await course.learner('Otto')];
  const topic = await course.topic(asker, { kind: 'question', title: 'Why?', ...said('Because of *what*?') });
  expect(topic).toMatchObject({
    title: 'Why?',
    kind: 'question',
    state: 'visible',
    text: { format: 'markdown', body: 'Because of *what*?' },
    author: { id: asker.id, display_name: 'Mina', is_you: true, is_staff: false, is_anonymous: false },
    is_unread: false,
    is_following: true,
    report_count: null,
  });
  const seen = (await expectStatus(200, course.ask(other, 'get', `topics/${topic.id}/`))).body;
  expect(seen).toMatchObject({ author: { id: asker.id, is_you: false }, is_unread: true, read_up_to: null });
  const reply = await course.reply(other, topic, said('Because.'));
  expect(reply).toMatchObject({ number: 1, depth: 1, parent_id: null, author: { display_name: 'Otto' } });
  const below = await course.reply(asker, topic, { ...said('Thanks'), parent_id: reply.id });
  expect(below).toMatchObject({ number: 2, depth: 2, parent_id: reply.id });
  const { results } = await course.replies(school, topic);
  expect(results).toMatchObject([{ id: reply.id, reply_count: 1, children: [{ id: below.id }] }]);
  const list = await course.topics(other);
  expect(list.results.find(({ id }) => id === topic.id)).toMatchObject({ reply_count: 2, last_number: 2, excerpt: 'Because of *what*?' });
  expect(JSON.stringify([seen, results, list])).not.toMatch(/@example\.org/);
});

describe('an accepted answer that is no longer visible is no longer accepted, also when it is shown again', () => {
  const isGone = async (asker: Enrolled, topic: { id: string }) => {
    expect((await course.ask(asker, 'get', `topics/${topic.id}/`)).body.accepted_reply_id).toBeNull();
    expect((await course.topics(asker, '?filter=unanswered')).results.map(({ id }) => id)).toContain(topic.id);
  };
  const accepted = async () => {
    const [asker, other] = [await course.learner(), await course.learner()];
    const topic = await course.topic(asker, { kind: 'question' });
    const reply = await course.reply(other, topic);
    await expectStatus(200, course.moderate(school, reply, { action: 'accept' }));
    return { asker, other, topic, reply };
  };
  type Accepted = Awaited<ReturnType<typeof accepted>>;

  afterEach(() => course.settings({}));

  test.each<[string, string, (question: Accepted) => Promise<unknown>]>([
    ['hidden', 'restore', ({ reply }) => course.moderate(school, reply, { action: 'hide', reason: 'Wrong' })],
    ['hidden with all of its author', 'restore', ({ reply }) => course.moderate(school, reply, { action: 'hide_all_by_author', reason: 'Wrong' })],
    ['deleted', 'restore', ({ other, reply }) => course.ask(other, 'delete', `replies/${reply.id}/`)],
    [
      'reported',
      'dismiss_reports',
      async ({ asker, reply }) => {
        await course.settings({ report_threshold: 1 });
        await expectStatus(200, course.moderate(asker, reply, { action: 'report', reason: 'Wrong' }));
      },
    ],
    [
      'held for review',
      'approve',
      async ({ other, reply }) => {
        await course.settings({ held_words: ['casino'] });
        await expectStatus(200, course.ask(other, 'patch', `replies/${reply.id}/`, said('casino')));
      },
    ],
  ])('%s', async (_, action, disappear) => {
    const question = await accepted();
    await disappear(question);
    await isGone(question.asker, question.topic);
    expect((await expectStatus(200, course.moderate(school, question.reply, { action }))).body).toMatchObject({ state: 'visible', is_accepted: false });
    await isGone(question.asker, question.topic);
  });

  test('erased', async () => {
    const { asker, other, topic } = await accepted();
    await app.database.pool.query(`update users set deletion_due_at = '2020-01-01' where id = $1`, [other.id]);
    await runTask(app, 'erase_users');
    await app.mailbox.runJobs();
    await isGone(asker, topic);
  });
});

test('the author and staff accept an answer to a question, and nobody else', async () => {
  const [asker, other] = [await course.learner(), await course.learner()];
  const topic = await course.topic(asker, { kind: 'question' });
  const reply = await course.reply(other, topic);
  const path = `topics/${topic.id}/`;
  expect(await refusalOf(course.ask(other, 'patch', path, { accepted_reply_id: reply.id }))).toEqual([403, 'permission_denied']);
  expect((await expectStatus(200, course.ask(asker, 'patch', path, { accepted_reply_id: reply.id }))).body.accepted_reply_id).toBe(reply.id);
  expect((await course.replies(other, topic)).results).toMatchObject([{ is_accepted: true }]);
  expect((await course.topics(asker, '?filter=unanswered')).results.map(({ id }) => id)).not.toContain(topic.id);
  expect((await expectStatus(200, course.moderate(school, reply, { action: 'unaccept' }))).body.is_accepted).toBe(false);
  expect((await expectStatus(200, course.moderate(school, reply, { action: 'accept' }))).body.is_accepted).toBe(true);
  expect(await faultsOf(course.ask(asker, 'patch', path, { accepted_reply_id: topic.id }))).toEqual(['accepted_reply_id unknown']);
  const talk = await course.topic(asker);
  expect(await faultsOf(course.moderate(school, await course.reply(other, talk), { action: 'accept' }))).toEqual(['accepted_reply_id not_allowed']);
  expect((await expectStatus(200, course.ask(asker, 'patch', path, { accepted_reply_id: null }))).body.accepted_reply_id).toBeNull();
});

test('a change says that the text was edited, and keeps the earlier one for staff alone', async () => {
  const [author, other] = [await course.learner(), await course.learner()];
  const topic = await course.topic(author, { title: 'First title', ...said('First text') });
  app.clock.advance(MINUTE);
  const path = `topics/${topic.id}/`;
  const { body } = await expectStatus(200, course.ask(author, 'patch', path, { title: 'Second title', ...said('Second text') }));
  expect(body).toMatchObject({ title: 'Second title', text: { body: 'Second text' }, edits: null, edited_at: expect.any(String) });
  expect(await refusalOf(course.ask(other, 'patch', path, said('Mine')))).toEqual([403, 'permission_denied']);
  const { body: known } = await expectStatus(200, course.ask(school, 'get', path));
  expect(known.edits).toEqual([{ title: 'First title', text: { format: 'markdown', body: 'First text' }, edited_at: body.edited_at }]);
  const { body: same } = await expectStatus(200, course.ask(author, 'patch', path, said('Second text')));
  expect(same.edited_at).toBe(body.edited_at);
  const reply = await course.reply(author, topic, said('Old'));
  const { body: changed } = await expectStatus(200, course.ask(school, 'patch', `replies/${reply.id}/`, said('New')));
  expect(changed).toMatchObject({ text: { body: 'New' }, edits: [{ title: null, text: { body: 'Old' } }] });
});

test('of a deleted post a placeholder remains if it has answers, and nothing otherwise', async () => {
  const [author, other] = [await course.learner(), await course.learner()];
  const topic = await course.topic(author, said('Secret words'));
  const [first, second] = [await course.reply(author, topic, said('Secret one')), await course.reply(author, topic, said('Secret two'))];
  const answer = await course.reply(other, topic, { parent_id: first.id });
  for (const { id } of [first, second]) await expectStatus(204, course.ask(author, 'delete', `replies/${id}/`));
  const { results } = await course.replies(other, topic);
  expect(results).toMatchObject([{ id: first.id, state: 'deleted', author: null, text: null, reply_count: 1, children: [{ id: answer.id }] }]);
  await expectStatus(204, course.ask(author, 'delete', `topics/${topic.id}/`));
  const { body } = await expectStatus(200, course.ask(other, 'get', `topics/${topic.id}/`));
  expect(body).toMatchObject({ state: 'deleted', title: null, text: null, author: null, reply_count: 1 });
  expect(JSON.stringify([results, body, await course.topics(other)])).not.toContain('Secret');
  await expectStatus(204, course.ask(other, 'delete', `replies/${answer.id}/`));
  expect((await course.ask(other, 'get', `topics/${topic.id}/`)).status).toBe(404);
  expect((await course.replies(school, topic)).results.map(({ text }) => text?.body)).toEqual(['Secret one', 'Secret two']);
  await expectStatus(200, course.moderate(school, topic, { action: 'restore' }));
  expect((await course.ask(other, 'get', `topics/${topic.id}/`)).body.text.body).toBe('Secret words');
});

test('learners whose access ended only read or see nothing, and strangers get 404', async () => {
  const [learner, author] = [await course.learner(), await course.learner()];
  const topic = await course.topic(author);
  const path = `topics/${topic.id}/`;
  const enrollment = (values: object) =>
    app.database.db
      .updateTable('enrollments')
      .set(values)
      .where('organisation_id', '=', school.organisation.id)
      .where('id', '=', learner.enrollmentId)
      .execute();
  const refused = async () => (await course.ask(learner, 'post', `${path}replies/`, said('Hello'))).body;
  await enrollment({ expires_at: new Date(app.clock.now()).toISOString() });
  expect((await course.ask(learner, 'get', path)).status).toBe(200);
  expect(await refused()).toMatchObject({ status: 403, code: 'discussion_read_only', reason: 'enrollment_expired' });
  await enrollment({ expires_at: null, revoked_at: new Date(app.clock.now()).toISOString() });
  for (const at of ['topics/', path, `${path}replies/`]) expect(await refusalOf(course.ask(learner, 'get', at))).toEqual([403, 'enrollment_over']);
  const member = await newVisitor(app, school);
  await app.database.db.insertInto('memberships').values({ organisation_id: school.organisation.id, user_id: member.id, role: 'learner' }).execute();
  for (const at of ['settings/', 'topics/', path, `${path}replies/`]) expect((await course.ask(member, 'get', at)).status).toBe(404);
});

test('an archived course, and one that is over, only let staff write', async () => {
  const past = await newDiscussed(app, school);
  const learner = await past.learner();
  const topic = await past.topic(learner);
  const path = `topics/${topic.id}/replies/`;
  const set = (values: object) =>
    app.database.db.updateTable('courses').set(values).where('organisation_id', '=', school.organisation.id).where('id', '=', past.course.id).execute();
  await set({ length_mode: 'dates', start_date: '2020-01-01', end_date: '2020-01-31' });
  expect((await past.ask(learner, 'post', path, said('Hello'))).body).toMatchObject({ code: 'discussion_read_only', reason: 'course_over' });
  await past.settings({ closes_after_course: false });
  await past.reply(learner, topic);
  await set({ status: 'archived' });
  expect((await past.ask(learner, 'post', path, said('Hello'))).body).toMatchObject({ code: 'discussion_read_only', reason: 'course_archived' });
  await past.reply(school, topic);
  await set({ status: 'draft' });
  expect((await past.ask(learner, 'get', 'topics/')).status).toBe(404);
});

test('the discussion of a lesson is closed to learners to whom the lesson is locked', async () => {
  const lessons = await newDiscussed(app, school, { schedule_basis: 'enrollment' });
  const chapter = await school.newChapter(lessons.course.id);
  const lesson = await school.newLesson({ opens_day_offset: 3 }, chapter);
  const hidden = await school.newLesson({ is_published: false }, chapter);
  const learner = await lessons.learner();
  const topic = await lessons.topic(school, { lesson_id: lesson.id, title: 'About it' });
  const other = await lessons.topic(school, { title: 'About the course' });
  const draft = await lessons.topic(school, { lesson_id: hidden.id });
  const path = `topics/${topic.id}/`;
  for (const asked of [
    () => lessons.ask(learner, 'get', path),
    () => lessons.ask(learner, 'get', `${path}replies/`),
    () => lessons.ask(learner, 'post', `${path}replies/`, said('Hello')),
    () => lessons.ask(learner, 'patch', path, { following: true }),
    () => lessons.ask(learner, 'delete', path),
    () => lessons.moderate(learner, topic, { action: 'report', reason: 'Spam' }),
    () => lessons.ask(learner, 'get', `topics/?lesson_id=${lesson.id}`),
    () => lessons.ask(learner, 'post', 'topics/', { title: 'Mine', ...said('Hello'), lesson_id: lesson.id }),
  ])
    expect((await asked()).body).toMatchObject({ status: 403, code: 'lesson_locked', lock_reason: 'not_yet_open', opens_at: expect.any(String) });
  expect(await refusalOf(lessons.ask(learner, 'get', `topics/${draft.id}/`))).toEqual([403, 'lesson_locked']);
  expect((await lessons.topics(learner)).results.map(({ id }) => id)).toEqual([other.id]);
  expect((await lessons.topics(learner, '?search=about')).results.map(({ id }) => id)).toEqual([other.id]);
  app.clock.advance(4 * 24 * 60 * MINUTE);
  await open(learner.browser, lesson);
  expect((await lessons.topics(learner, `?lesson_id=${lesson.id}`)).results.map(({ id }) => id)).toEqual([topic.id]);
  await lessons.reply(learner, topic);
  await expectStatus(204, school.agent('delete', `courses/${lessons.course.id}/chapters/${chapter.id}/lessons/${lesson.id}/`));
  expect((await lessons.ask(learner, 'get', path)).body.lesson_id).toBeNull();
});

test('an unknown lesson or cohort, an audience that a learner chose, and an announcement of a learner are refused', async () => {
  const learner = await course.learner();
  const nobody = '01890000-0000-7000-8000-000000000000';
  const create = (who: typeof learner | School, fields: object) => course.ask(who, 'post', 'topics/', { title: 'A topic', ...said('A text'), ...fields });
  expect(await faultsOf(create(school, { lesson_id: nobody }))).toEqual(['lesson_id unknown']);
  expect(await faultsOf(create(school, { cohort_id: nobody }))).toEqual(['cohort_id unknown']);
  expect(await faultsOf(create(learner, { cohort_id: nobody }))).toEqual(['cohort_id not_allowed']);
  expect(await refusalOf(create(learner, { kind: 'announcement' }))).toEqual([403, 'permission_denied']);
  expect(await faultsOf(create(learner, said('<p> </p>')))).toEqual(['text.body blank']);
  const topic = await course.topic(learner);
  const path = `topics/${topic.id}/replies/`;
  expect(await faultsOf(course.ask(learner, 'post', path, { ...said('Hello'), parent_id: nobody }))).toEqual(['parent_id unknown']);
  expect(await faultsOf(course.ask(learner, 'post', path, { ...said('Hello'), parent_id: topic.id }))).toEqual(['parent_id unknown']);
  expect(await faultsOf(course.ask(learner, 'post', path, { ...said('Hello'), mention_ids: [nobody] }))).toEqual(['mention_ids.0 unknown']);
});

test('HTML is stored without scripts, and forms and frames', async () => {
  const topic = await course.topic(school, {
    text: { format: 'html', body: '<p onclick="x()">Hi<script>x()</script> <b>you</b></p><iframe src="https://example.org"></iframe>' },
  });
  expect(topic.text).toEqual({ format: 'html', body: '<p>Hi <b>you</b></p>' });
});

test('people mention staff and those who wrote in the topic, and others not', async () => {
  const [author, other, quiet] = [await course.learner('Author'), await course.learner('Other'), await course.learner()];
  const topic = await course.topic(author);
  await course.reply(other, topic);
  const reply = await course.reply(author, topic, { mention_ids: [other.id, school.id] });
  expect(reply.mentions.map(({ display_name }) => display_name).sort()).toEqual(['Other', 'Test user']);
  const asked = course.ask(author, 'post', `topics/${topic.id}/replies/`, { ...said('Hello'), mention_ids: [other.id, quiet.id] });
  expect(await faultsOf(asked)).toEqual(['mention_ids.1 unknown']);
  const { body } = await expectStatus(200, course.ask(author, 'patch', `replies/${reply.id}/`, { mention_ids: [] }));
  expect(body).toMatchObject({ mentions: [], edited_at: null });
});

test('votes count each member once, can be taken back, and are not for what one has written oneself', async () => {
  const [author, other] = [await course.learner(), await course.learner()];
  const topic = await course.topic(author);
  const reply = await course.reply(author, topic);
  const path = `topics/${topic.id}/`;
  for (let time = 0; time < 2; time++) {
    const { body } = await expectStatus(200, course.ask(other, 'patch', path, { upvoted: true }));
    expect(body).toMatchObject({ upvote_count: 1, is_upvoted: true });
  }
  expect((await expectStatus(200, course.ask(school, 'patch', path, { upvoted: true }))).body.upvote_count).toBe(2);
  const own = await course.reply(school, topic);
  for (const [who, to] of [
    [author, path],
    [author, `replies/${reply.id}/`],
    [school, `replies/${own.id}/`],
  ] as const)
    expect(await faultsOf(course.ask(who, 'patch', to, { upvoted: true }))).toEqual(['upvoted own_post']);
  expect((await expectStatus(200, course.ask(author, 'patch', path, { upvoted: false }))).body).toMatchObject({ upvote_count: 2, is_upvoted: false });
  expect((await expectStatus(200, course.ask(other, 'patch', path, { upvoted: false }))).body).toMatchObject({ upvote_count: 1, is_upvoted: false });
  expect((await expectStatus(200, course.ask(other, 'patch', `replies/${reply.id}/`, { upvoted: true }))).body.upvote_count).toBe(1);
});

test('the votes of authors from before are taken out of the counts, and those of others stay', async () => {
  const [author, other] = [await course.learner(), await course.learner()];
  const topic = await course.topic(author);
  await expectStatus(200, course.ask(other, 'patch', `topics/${topic.id}/`, { upvoted: true }));
  const { db, pool } = app.database;
  await pool.query(
    `insert into discussion_upvotes (organisation_id, post_id, user_id, created_at) select organisation_id, id, author_id, now() from discussion_posts where id = $1`,
    [topic.id],
  );
  await pool.query('update discussion_posts set upvote_count = upvote_count + 1 where id = $1', [topic.id]);
  await up(db as never);
  expect((await course.ask(author, 'get', `topics/${topic.id}/`)).body).toMatchObject({ upvote_count: 1, is_upvoted: false });
});
