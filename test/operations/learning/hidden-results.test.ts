import { operationTable } from '../../../generated/operations.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { hideWork, postWork } from '../../../src/domain/learning/grading/posting.ts';
import { writePolicy } from '../../../src/domain/learning/policies/policy.ts';
import type { OperationRow } from '../../../src/http/contract/operation-row.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { attempt, lessonKey } from '../../support/grading.ts';
import { type Enrolled, newEnrolled, progressIn, report, view } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let app: TestApp;
let receiver: WebhookReceiver;
let school: School;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ publicPost: receiver.post }));
  school = await newSchool(app);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const now = () => new Date(app.clock.now()).toISOString();

/** Two of three right choices of 9.99 points, and a wrong answer: 6.66 of 30.09 points, which is 22.13 % and passes. */
const CHOICES = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Choice ${id}` }));
const QUIZ = {
  passing_score_percent: 20,
  questions: [
    { type: 'multiple', id: 'many', prompt: 'Which?', choices: CHOICES, correct_choice_ids: ['a', 'b', 'c'], partial_credit: true, points: 9.99 },
    { type: 'short_text', id: 'word', prompt: 'The word?', accepted_answers: ['secret-key'], explanation: 'secret-explanation', points: 20.1 },
  ],
};
const ANSWERS = [
  { question_id: 'many', choice_ids: ['a', 'b'] },
  { question_id: 'word', text: 'marlin' },
];
const SECRETS = /6\.66\b|22\.13\b|"is_passed":\s*(?:true|false)|"is_correct":\s*(?:true|false)|secret-|"state":\s*"completed"|"completed_lessons":\s*1\b/g;

interface Place {
  course: Row;
  quiz: Row;
  essay: Row;
  learner: Enrolled;
}

async function newPlace(): Promise<Place> {
  const course = await school.newCourse({ status: 'published' });
  const chapter = await school.newChapter(course.id);
  const quiz = await school.newLesson({ content_type: 'quiz', content: QUIZ }, chapter);
  const content = { instructions: 'Write.', submission_kinds: ['text'], sample_solution: 'secret-solution' };
  const essay = await school.newLesson({ content_type: 'assignment', content }, chapter);
  return { course, quiz, essay, learner: await newEnrolled(app, school, course.id) };
}

/** The operations that a learner can call and that may tell something about a course, with every kind of report to a lesson. */
const rows = (Object.values(operationTable) as OperationRow[]).filter(
  ({ surface, access, method, path }) =>
    surface !== 'agent' &&
    !['creator', 'owner', 'second_factor', 'kiosk'].includes(access ?? '') &&
    (method === 'get' || (method === 'post' && /\/(?:courses|lessons|gradebook)\//.test(path))),
);
const EVENTS = ['opened', 'read', 'watched', 'quiz_started', 'quiz_answered', 'quiz_submitted', 'assignment_submitted'];

/** Calls every one of these operations as the learner. Returns what it says of the results, by the operation that says it. */
async function secretsIn({ course, quiz, essay, learner }: Place): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const note = (name: string, text: string) => {
    const secrets = text.match(SECRETS);
    if (secrets) found.set(name, [...(found.get(name) ?? []), ...secrets]);
  };
  for (const lesson of [quiz, essay]) {
    const ids: Record<string, string> = {
      course_pk: course.id,
      chapter_pk: lesson.chapter_id as string,
      lesson_pk: lesson.id,
      id: lesson.id,
      enrollment_pk: learner.enrollmentId,
    };
    for (const { method, path } of rows) {
      const address = path.replace('/api/v1/', '').replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? newId());
      const bodies = path.endsWith('/progress/') && method === 'post' ? EVENTS.map((event) => ({ event })) : [method === 'post' ? {} : undefined];
      for (const body of bodies) {
        const { status, text, body: answer } = await learner.browser.call(method as 'get' | 'post', address, body);
        expect(status).toBeLessThan(500);
        note(`${method} ${path}`, text ?? JSON.stringify(answer));
      }
    }
  }
  note('the data export', Object.values(await exportOf(app, learner.browser)).join('\n'));
  for (const mail of await app.mailbox.read(learner.email)) note('mail', `${mail.subject} ${mail.text}`);
  return found;
}

test('until a result is posted, no operation and no data export tells its learner the score, the verdict or a right answer', async () => {
  const place = await newPlace();
  const { quiz, essay, learner } = place;
  const { db } = app.database;
  const event_types = ['quiz_attempt.finished', 'submission.created', 'lesson.completed', 'grade.updated', 'submission.graded'];
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types }));
  await writePolicy(db, lessonKey(school, quiz), { posting: 'manual', isAnonymous: false });
  expect(await attempt(learner.browser, quiz, ANSWERS)).toMatchObject({
    state: 'in_progress',
    best_score_percent: null,
    attempts: [{ state: 'submitted', posted_at: null, score_points: null, score_percent: null, is_passed: null, results: null }],
  });
  const { id: courseId } = place.course;
  const grade = { updated_at: null, score: 6.66, comment: { text: 'secret-comment' } };
  await expectStatus(200, school.browser.call('put', `courses/${courseId}/gradebook/grades/${learner.enrollmentId}/${quiz.id}/`, grade));
  expect(rows.length).toBeGreaterThan(15);
  expect([...(await secretsIn(place))]).toEqual([]);
  await expectStatus(200, report(learner.browser, essay, { event: 'assignment_submitted', submission: { text: 'Mine' } }));
  expect((await view(learner.browser, essay)).body.content).toMatchObject({ sample_solution: null });

  await postWork(db, lessonKey(school, quiz), [learner.enrollmentId], now());
  await postWork(db, lessonKey(school, essay), [learner.enrollmentId], now());
  await app.mailbox.runJobs();
  const posted = await secretsIn(place);
  const told = [...posted.values()].flat();
  for (const secret of [
    '6.66',
    '22.13',
    '"is_passed":true',
    '"is_correct":false',
    'secret-explanation',
    'secret-key',
    'secret-solution',
    '"state":"completed"',
  ])
    expect(told.map((one) => one.replaceAll(' ', ''))).toContain(secret.startsWith('secret-') ? 'secret-' : secret);
  expect([...posted.keys()]).toEqual(expect.arrayContaining(['the data export']));
  expect((await view(learner.browser, essay)).body.content).toMatchObject({ sample_solution: 'secret-solution' });

  await hideWork(db, lessonKey(school, quiz), null);
  await hideWork(db, lessonKey(school, essay), null);
  expect([...(await secretsIn(place)).values()].flat().filter((secret) => !/completed/.test(secret))).toEqual([]);
});

test('new attempts after posting stay hidden until they are posted, and only posted ones count for the best score', async () => {
  const { quiz, learner } = await newPlace();
  const { db } = app.database;
  await writePolicy(db, lessonKey(school, quiz), { posting: 'manual', isAnonymous: false });
  await attempt(learner.browser, quiz, ANSWERS);
  await postWork(db, lessonKey(school, quiz), null, now());
  await attempt(learner.browser, quiz, [{ question_id: 'word', text: 'secret-key' }]);
  expect((await progressIn(learner.browser, quiz)).body).toMatchObject({
    best_score_percent: 22.13,
    attempts: [
      { number: 2, posted_at: null, score_points: null },
      { number: 1, posted_at: now(), score_points: 6.66, is_passed: true },
    ],
  });
  await writePolicy(db, lessonKey(school, quiz), { posting: 'automatic', isAnonymous: false });
  await attempt(learner.browser, quiz, []);
  expect((await progressIn(learner.browser, quiz)).body.attempts).toMatchObject([
    { number: 3, score_points: 0 },
    { number: 2, score_points: null },
    { number: 1 },
  ]);
});
