import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv';
import { eventValidator } from '../../../scripts/contract/document.ts';
import { postWork } from '../../../src/domain/learning/grading/posting.ts';
import { writePolicy } from '../../../src/domain/learning/policies/policy.ts';
import { CONTRACT, startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { atOnce } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { attempt, lessonKey } from '../../support/grading.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, lessonPath, newEnrolled, newVisitor, open, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

const contract = JSON.parse(CONTRACT);
const TYPES: string[] = contract.components.schemas.WebhookEventType.enum;
const ASKED = TYPES.filter((type) => type !== 'webhook.ping');
const validators = createRequire(import.meta.url)('../../../generated/response-validators.cjs') as Record<string, ValidateFunction>;

let app: TestApp;
let receiver: WebhookReceiver;
let school: School;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ publicPost: receiver.post }));
});
beforeEach(async () => {
  school = await newSchool(app);
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types: ASKED }));
  await happened();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

interface Told {
  type: string;
  data: Record<string, Record<string, unknown>>;
}

/** Returns the events sent to the endpoint since the last call, each validated against the contract. */
async function happened(): Promise<Told[]> {
  await app.mailbox.runJobs();
  return receiver.received.splice(0).map(({ body }) => {
    const event = JSON.parse(body) as Told;
    const validate = validators[eventValidator(event.type)];
    if (!validate?.(event)) throw new Error(`${body}: ${JSON.stringify(validate?.errors)}`);
    return event;
  });
}
const types = async () => (await happened()).map(({ type }) => type).sort();

const QUIZ = {
  content_type: 'quiz',
  content: { questions: [{ id: 'one', type: 'true_false', prompt: 'Yes?', points: 1, correct: true }], max_attempts: 2 },
};
const LESSONS = [{ content: { body: 'Text' } }, QUIZ, { content_type: 'assignment', content: { instructions: 'Do it', submission_kinds: ['text'] } }];

/** Creates a published course with a text, a quiz and an assignment, and discards the events about it. */
async function published(): Promise<{ course: Row; lessons: [Row, Row, Row] }> {
  const course = await school.newCourse({ status: 'published' });
  const chapter = await school.newChapter(course.id);
  const lessons: Row[] = [];
  for (const lesson of LESSONS) lessons.push(await school.newLesson(lesson, chapter));
  await happened();
  return { course, lessons: lessons as [Row, Row, Row] };
}

async function learn({ browser }: Pick<Enrolled, 'browser'>, [text, quiz, work]: [Row, Row, Row]): Promise<void> {
  await expectStatus(200, open(browser, text));
  for (let time = 0; time < 2; time++) await expectStatus(200, report(browser, text, { event: 'read' }));
  const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  const answers = [{ question_id: 'one', is_true: true }];
  for (let time = 0; time < 2; time++) await expectStatus(200, report(browser, quiz, { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers }));
  for (let time = 0; time < 2; time++) await expectStatus(200, report(browser, work, { event: 'assignment_submitted', submission: { text: 'Done' } }));
}

test('the contract describes every webhook event type and no other', () => {
  expect(Object.keys(contract.webhooks)).toEqual(TYPES);
});

test('course events are sent for changes by a session and by a key, and only if something changes', async () => {
  const { body: draft } = await expectStatus(201, school.browser.call('post', 'courses/', { title: 'By hand' }));
  expect(await happened()).toMatchObject([{ type: 'course.created', data: { course: { id: draft.id, title: 'By hand', slug: 'by-hand', status: 'draft' } } }]);
  await school.agent('patch', `courses/${draft.id}/`, { title: 'By key' });
  expect(await happened()).toMatchObject([{ type: 'course.updated', data: { course: { title: 'By key', status: 'draft' } } }]);
  await school.agent('patch', `courses/${draft.id}/`, { title: 'By key' });
  expect(await types()).toEqual([]);
  await school.agent('patch', `courses/${draft.id}/`, { status: 'published' });
  expect((await types()).sort()).toEqual(['course.published', 'course.updated']);
  await school.agent('patch', `courses/${draft.id}/`, { status: 'published', title: 'Renamed' });
  expect(await happened()).toMatchObject([{ type: 'course.updated', data: { course: { title: 'Renamed', status: 'published' } } }]);
  await expectStatus(200, school.browser.call('patch', `courses/${draft.id}/`, { status: 'archived' }));
  expect((await types()).sort()).toEqual(['course.unpublished', 'course.updated']);
  await expectStatus(204, school.browser.call('delete', `courses/${draft.id}/`));
  expect(await happened()).toMatchObject([{ type: 'course.deleted', data: { course: { id: draft.id, title: 'Renamed' } } }]);
  const open = await school.newCourse({ status: 'published' });
  expect(await types()).toEqual(['course.created', 'course.published']);
  await expectStatus(204, school.browser.call('delete', `qa/courses/${open.id}/purge/`));
  expect(await types()).toEqual(['course.deleted']);
});

test('revoking and restoring an enrollment is reported once each', async () => {
  const { course } = await published();
  const { browser, enrollmentId } = await newEnrolled(app, school, course.id);
  await types();
  const place = `courses/${course.id}/learners/${enrollmentId}`;
  for (let time = 0; time < 2; time++) await expectStatus(200, school.browser.call('post', `${place}/revoke/`));
  expect(await happened()).toMatchObject([{ type: 'enrollment.revoked', data: { enrollment_id: enrollmentId } }]);
  for (let time = 0; time < 2; time++) await expectStatus(200, school.browser.call('post', `${place}/restore/`));
  expect(await happened()).toMatchObject([{ type: 'enrollment.restored', data: { enrollment_id: enrollmentId } }]);
  await expectStatus(200, browser.call('get', `courses/${course.id}/curriculum/`));
});

test('learner events for joining, enrolling and completing are each sent once, however often they are reported', async () => {
  const { course, lessons } = await published();
  const visitor = await newVisitor(app, school);
  const enrolled = await Promise.all([1, 2].map(() => visitor.browser.call('post', `courses/${course.id}/enroll/`, {})));
  const [{ body: enrollment } = { body: {} }] = enrolled.filter(({ status }) => status === 201);
  const joined = await happened();
  expect(joined.map(({ type }) => type).sort()).toEqual(['enrollment.created', 'member.joined']);
  const learner = { enrollment_id: enrollment.id, course: { id: course.id }, user: { email: visitor.email } };
  expect(joined).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'member.joined', data: { user: expect.objectContaining({ email: visitor.email }), role: 'learner' } }),
      expect.objectContaining({ type: 'enrollment.created', data: expect.objectContaining({ source: 'free', expires_at: null }) }),
    ]),
  );
  await learn(visitor, lessons);
  const learnt = await happened();
  expect(learnt.map(({ type }) => type).sort()).toEqual([
    'enrollment.completed',
    'grade.posted',
    'lesson.completed',
    'lesson.completed',
    'lesson.completed',
    'quiz_attempt.finished',
    'submission.created',
  ]);
  for (const { data } of learnt) expect(data).toMatchObject(learner);
  const of = (type: string) => learnt.filter((event) => event.type === type).map(({ data }) => data);
  expect(
    of('lesson.completed')
      .map(({ lesson }) => lesson?.id)
      .sort(),
  ).toEqual(lessons.map(({ id }) => id).sort());
  expect(of('quiz_attempt.finished')).toMatchObject([
    { lesson: { id: lessons[1].id, content_type: 'quiz' }, number: 1, score_percent: 100, is_passed: true, needs_grading: false },
  ]);
  expect(of('submission.created')).toMatchObject([{ lesson: { id: lessons[2].id }, number: 1, is_late: false }]);
});

test('while a lesson is graded anonymously, events and mails name nobody and have no score until the result is posted', async () => {
  const { course, lessons } = await published();
  const [, quiz, work] = lessons;
  const { db } = app.database;
  for (const lesson of [quiz, work]) await writePolicy(db, lessonKey(school, lesson), { posting: 'manual', isAnonymous: true });
  await expectStatus(200, school.browser.call('patch', 'notifications/preferences/', { events: [{ event: 'submission_received', email: true, sms: false }] }));
  const learner = await newEnrolled(app, school, course.id);
  await happened();
  await attempt(learner.browser, quiz, [{ question_id: 'one', is_true: true }]);
  await expectStatus(200, report(learner.browser, work, { event: 'assignment_submitted', submission: { text: 'Done' } }));
  const hidden = await happened();
  expect(hidden.map(({ type }) => type).sort()).toEqual(['lesson.completed', 'quiz_attempt.finished', 'submission.created']);
  for (const { data } of hidden) expect(data).toMatchObject({ user: null, enrollment_id: null });
  expect(hidden.find(({ type }) => type === 'quiz_attempt.finished')?.data).toMatchObject({ score_percent: null, is_passed: null });
  const mails = (await app.mailbox.read(school.email)).map(({ subject }) => subject);
  expect(mails.filter((subject) => subject?.includes('handed in'))).toEqual(['A learner handed in A lesson']);
  await postWork(db, lessonKey(school, quiz), null, new Date(app.clock.now()).toISOString());
  expect(await happened()).toMatchObject([{ type: 'lesson.completed', data: { enrollment_id: learner.enrollmentId, user: { email: learner.email } } }]);
});

test('the completion of a course whose remaining lessons were deleted is sent at once, and once', async () => {
  const { course, lessons } = await published();
  const visitor = await newVisitor(app, school);
  await expectStatus(201, visitor.browser.call('post', `courses/${course.id}/enroll/`, {}));
  await expectStatus(200, open(visitor.browser, lessons[0]));
  await expectStatus(200, report(visitor.browser, lessons[0], { event: 'read' }));
  await happened();
  for (const lesson of lessons.slice(1)) await expectStatus(204, school.browser.call('delete', lessonPath(lesson)));
  expect(await types()).toEqual(['enrollment.completed']);
  await expectStatus(200, visitor.browser.call('post', `me/courses/${course.id}/access/`, {}));
  expect(await types()).toEqual([]);
});

test('the event for an attempt that needs grading has the score so far and no decision on passing', async () => {
  const course = await school.newCourse({ status: 'published' });
  const chapter = await school.newChapter(course.id);
  const essay = { id: 'two', type: 'essay', prompt: 'Why?', points: 1 };
  const quiz = await school.newLesson({ ...QUIZ, content: { questions: [...QUIZ.content.questions, essay], passing_score_percent: 60 } }, chapter);
  const visitor = await newVisitor(app, school);
  await expectStatus(201, visitor.browser.call('post', `courses/${course.id}/enroll/`, {}));
  const { body } = await expectStatus(200, report(visitor.browser, quiz, { event: 'quiz_started' }));
  const answers = [
    { question_id: 'one', is_true: true },
    { question_id: 'two', text: 'Because' },
  ];
  await happened();
  await expectStatus(200, report(visitor.browser, quiz, { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers }));
  expect(await happened()).toMatchObject([{ type: 'quiz_attempt.finished', data: { score_percent: 50, is_passed: null, needs_grading: true } }]);
});

test('the event for an attempt whose time is up is sent once, whether the job or a reader finishes it first', async () => {
  const course = await school.newCourse({ status: 'published' });
  const chapter = await school.newChapter(course.id);
  const quiz = await school.newLesson({ ...QUIZ, content: { ...QUIZ.content, time_limit_minutes: 1 } }, chapter);
  const visitor = await newVisitor(app, school);
  await expectStatus(201, visitor.browser.call('post', `courses/${course.id}/enroll/`, {}));
  await expectStatus(200, report(visitor.browser, quiz, { event: 'quiz_started' }));
  await happened();
  app.clock.advance(3600_000);
  const look = () => expectStatus(200, visitor.browser.call('get', `${lessonPath(quiz)}progress/`));
  await Promise.all([runTask(app, 'finish_overdue_attempts'), look(), look()]);
  expect(await happened()).toMatchObject([
    { type: 'quiz_attempt.finished', data: { score_percent: 0, is_passed: false } },
    { type: 'grade.posted', data: { score: 0 } },
  ]);
});

test('a preview sends no events about its enrollment or learning', async () => {
  const { course, lessons } = await published();
  const { body } = await expectStatus(201, school.browser.call('post', `courses/${course.id}/preview-token/`, {}));
  const visitor = await newVisitor(app, school);
  await expectStatus(201, visitor.browser.call('post', `courses/${course.id}/enroll/`, { preview_token: body.token }));
  await learn(visitor, lessons);
  expect(await types()).toEqual(['member.joined']);
});

test('an endpoint that is deleted while an event is queued for it is left out, and the others receive the event', async () => {
  const other = await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types: ASKED }));
  await happened();
  await school.newCourse();
  await atOnce(app, `delete from webhook_endpoints where id = '${other.body.id}'`, [() => app.mailbox.runJobs()]);
  const { rows } = await app.database.pool.query('select last_error from graphile_worker.jobs where last_error is not null');
  expect([rows, await types()]).toEqual([[], ['course.created']]);
});
