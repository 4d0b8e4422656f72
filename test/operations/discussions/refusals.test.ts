import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Discussed, newDiscussed, said } from '../../support/discussion.ts';
import { refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

type Learner = Awaited<ReturnType<Discussed['learner']>>;
type Post = { id: string };

/** Everything that a learner can write about a topic and a reply of their own. */
const writesOf = (course: Discussed, learner: Learner, topic: Post, reply: Post & { topic_id: string }) => ({
  onTopic: [
    () => course.ask(learner, 'patch', `topics/${topic.id}/`, { title: 'New' }),
    () => course.ask(learner, 'delete', `topics/${topic.id}/`),
    () => course.moderate(learner, topic, { action: 'report', reason: 'Spam' }),
    () => course.ask(learner, 'post', `topics/${topic.id}/replies/`, said('Hello')),
  ],
  onReply: [
    () => course.ask(learner, 'patch', `replies/${reply.id}/`, said('New')),
    () => course.ask(learner, 'delete', `replies/${reply.id}/`),
    () => course.moderate(learner, reply, { action: 'report', reason: 'Spam' }),
  ],
});

test('learners whose access was revoked write nothing, and take nothing back', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const topic = await course.topic(learner);
  const reply = await course.reply(learner, topic);
  await app.database.pool.query('update enrollments set revoked_at = now() where id = $1', [learner.enrollmentId]);
  const { onTopic, onReply } = writesOf(course, learner, topic, reply);
  const open = () => course.ask(learner, 'post', 'topics/', { title: 'Mine', ...said('Hello') });
  for (const write of [open, ...onTopic, ...onReply]) expect(await refusalOf(write())).toEqual([403, 'enrollment_over']);
});

test('learners neither change nor delete what others wrote', async () => {
  const course = await newDiscussed(app, school);
  const [author, other] = [await course.learner(), await course.learner()];
  const topic = await course.topic(author);
  const reply = await course.reply(author, topic);
  for (const write of [
    () => course.ask(other, 'delete', `topics/${topic.id}/`),
    () => course.ask(other, 'patch', `replies/${reply.id}/`, said('Mine')),
    () => course.ask(other, 'delete', `replies/${reply.id}/`),
  ])
    expect(await refusalOf(write())).toEqual([403, 'permission_denied']);
});

test('what was written about a lesson cannot be changed while the lesson is locked', async () => {
  const course = await newDiscussed(app, school, { schedule_basis: 'enrollment' });
  const chapter = await school.newChapter(course.course.id);
  const lesson = await school.newLesson({}, chapter);
  const learner = await course.learner();
  const topic = await course.topic(learner, { lesson_id: lesson.id });
  const reply = await course.reply(learner, topic);
  await app.database.pool.query('update lessons set opens_day_offset = 3 where id = $1', [lesson.id]);
  const { onReply } = writesOf(course, learner, topic, reply);
  for (const write of onReply) expect(await refusalOf(write())).toEqual([403, 'lesson_locked']);
});

test('where learners may only read, they delete nothing', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const topic = await course.topic(learner);
  const reply = await course.reply(learner, topic);
  await app.database.pool.query(`update courses set status = 'archived' where id = $1`, [course.course.id]);
  for (const path of [`topics/${topic.id}/`, `replies/${reply.id}/`])
    expect(await refusalOf(course.ask(learner, 'delete', path))).toEqual([403, 'discussion_read_only']);
});

test('topics count towards the limit of posts, too', async () => {
  const course = await newDiscussed(app, school);
  const learner = await course.learner();
  const open = () => course.ask(learner, 'post', 'topics/', { title: 'Mine', ...said('Hello') });
  for (let number = 0; number < 5; number++) await expectStatus(201, open());
  expect(await refusalOf(open())).toEqual([429, 'discussion_limit']);
});
