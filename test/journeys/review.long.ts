import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Shape } from '../../src/domain/kernel/contract.ts';
import { aiGrading, judgement, modelAt, RUBRIC } from '../support/ai-grading.ts';
import { type AiRequest, type AiServer, materialOf, startAiServer } from '../support/ai-server.ts';
import { SECRET, startTestApp, type TestApp, withPorts } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { expectStatus } from '../support/browser.ts';
import { type GradedCourse, handIn, newGradedCourse } from '../support/gradebook.ts';
import { attempt } from '../support/grading.ts';
import { runJobsAfter } from '../support/jobs.ts';
import { type Enrolled, open, refusalOf } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { type Reviewing, reviewing, submitFiles } from '../support/review.ts';
import { pdfOf, png } from '../support/sample-files.ts';
import { newSchool, type School } from '../support/school.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

takesAtMost(240);

const OF_EACH_KIND = 10;
/** Works that the teacher has graded before the model is asked. */
const GRADED_FIRST = 12;
/** A job judges four works at a time. */
const STEP = 4;
const EVENTS = ['submission.created', 'submission.graded', 'grade.posted', 'grade.updated', 'quiz_attempt.finished', 'ai_grading.finished'];

let app: TestApp;
let ai: AiServer;
let receiver: WebhookReceiver;
let school: School;
let course: GradedCourse;
let staff: Reviewing;
let grading: ReturnType<typeof aiGrading>;
let service: ServiceProcess | undefined;
beforeAll(async () => {
  ai = await startAiServer((request) => judged(request));
  receiver = await startWebhookReceiver();
  app = await startTestApp(withPorts({ ai: modelAt(ai), publicPost: receiver.post }));
  school = await newSchool(app);
  course = await newGradedCourse(app, school);
  staff = reviewing(app, school, course);
  grading = aiGrading(school, course);
  await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', { url: receiver.url, event_types: EVENTS }));
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await app.close();
  await ai.close();
  await receiver.close();
});

const levelOf = (isGood: boolean) => (isGood ? '20 points' : '10 points');
/** The model likes long work: texts that say so, and documents of two pages. */
const judged = (request: AiRequest) => {
  const { work } = materialOf(request);
  return judgement(request, { level: levelOf(work.picture_count === 2 || JSON.stringify(work).includes('long')) });
};
/** The teacher sees the same in a review. */
const isGood = ({ submissions, pages }: Shape<'Review'>) => pages.length === 2 || (submissions[0]?.text ?? '').includes('long');
const ratings = (review: Shape<'Review'>) => RUBRIC.criteria.map(({ id }) => ({ criterion_id: id, level: levelOf(isGood(review)) }));

/** Holds back the answers of the model from the one after next on, and tells when a whole step waits for them. */
function holdAfter(answered: number) {
  const [released, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let waiting = 0;
  const first = ai.requests.length + answered;
  ai.answers.push((res) => {
    const request = ai.requests.at(-1) as AiRequest;
    if (ai.requests.length <= first) return judged(request)(res);
    waiting++;
    if (waiting === STEP) arrived.resolve();
    void released.promise.then(() => judged(request)(res));
  });
  const goOn = () => {
    ai.answers.length = 0;
    released.resolve();
  };
  return { arrived: arrived.promise, goOn };
}

async function startService(): Promise<ServiceProcess> {
  const model = { AI_BASE_URL: `${ai.url}/v1`, AI_TEXT_MODEL: 'a-grader', AI_IMAGE_MODEL: 'a', AI_TEXT_PRICES: 'USD 0.5 2' };
  return startServiceProcess({ DATABASE_URL: app.database.url, DATA_DIR: dirname(app.files), DEMO_SEED: '0', SECRET_KEY: SECRET, ...model });
}

const deliveries = () => receiver.received.splice(0).map(({ body }) => body);

/** Thirty learners hand in an essay as a text, a PDF or a picture, and ten of them take a quiz with an essay question. */
async function handInAll(essay: Row, quiz: Row): Promise<Enrolled[]> {
  const learners: Enrolled[] = [];
  for (let number = 0; number < OF_EACH_KIND; number++) {
    const writer = await course.enrolled();
    await handIn(writer, essay, number % 2 ? 'A long work.' : 'A short work.');
    const printer = await submitFiles(app, course, essay, [[pdfOf(2), 'application/pdf']]);
    const photographer = await submitFiles(app, course, essay, [[await png(60, 80), 'image/png']]);
    learners.push(writer, printer, photographer);
    await open(writer.browser, quiz);
    await attempt(writer.browser, quiz, [{ question_id: 'e', text: number < 6 ? 'Because  it is.' : `Reason ${number}` }]);
  }
  await app.mailbox.runJobs();
  return learners;
}

test('forty submissions of four kinds are graded anonymously by people and a model whose job is cancelled, resumed and killed, and then posted', async () => {
  const essay = await course.assignment(40, { submission_kinds: ['text', 'file'] });
  const quiz = await course.quiz(5, { questions: [{ type: 'essay', id: 'e', prompt: 'Why?', points: 5 }] });
  await course.configure(essay, { anonymous_grading: true, rubric: RUBRIC });
  await course.configure(quiz, { anonymous_grading: true });
  const learners = await handInAll(essay, quiz);
  const told: string[] = [];
  const notice = <T>(answer: T): T => {
    told.push(JSON.stringify(answer));
    return answer;
  };
  const review = async (lesson: Row, id: string) => notice(await staff.review(lesson, id));
  const queue = async (lesson: Row, query = '?page_size=200') => notice(await staff.queue(lesson, query)).results;

  // The teacher reads everything, and grades some good and some fair works by the rubric.
  const waiting = await queue(essay, '?status=ungraded&page_size=200');
  expect(waiting).toHaveLength(3 * OF_EACH_KIND);
  const reviews: Shape<'Review'>[] = [];
  for (const { enrollment_id } of waiting) reviews.push(await review(essay, enrollment_id));
  const [good, fair] = [reviews.filter(isGood), reviews.filter((one) => !isGood(one))];
  expect([good.length, fair.length]).toEqual([15, 15]);
  for (const seen of [...good.slice(0, GRADED_FIRST / 2), ...fair.slice(0, GRADED_FIRST / 2)])
    notice((await expectStatus(200, staff.put(essay, seen.enrollment_id, { ratings: ratings(seen), comment: { text: 'I see.' } }))).body);

  // While the model works, the teacher grades the work that it would judge last, and cancels the job.
  const first = holdAfter(0);
  const { job } = await grading.start(essay);
  const targets: Row[] = notice(await grading.suggestions(job.id, '?page_size=200'));
  const human = String(targets.findLast(({ is_calibration }) => !is_calibration)?.enrollment_id);
  expect(job.items).toMatchObject({ total: 30, pending: 30 });
  const jobs = app.mailbox.runJobs();
  await first.arrived;
  await expectStatus(200, staff.put(essay, human, { score: 33 }));
  expect((await expectStatus(200, grading.ask('post', `ai-jobs/${job.id}/cancel/`))).body).toMatchObject({ status: 'stopping' });
  first.goOn();
  await jobs;
  expect(await grading.job(job.id)).toMatchObject({ status: 'cancelled', items: { suggested: STEP, pending: 30 - STEP } });

  // The job is resumed, and the process that works on it is killed while the model works on the third step.
  await expectStatus(200, grading.ask('post', `ai-jobs/${job.id}/resume/`, {}));
  const second = holdAfter(2 * STEP);
  service = await startService();
  await second.arrived;
  await service.end('SIGKILL');
  expect(await grading.job(job.id)).toMatchObject({ status: 'running', items: { suggested: 3 * STEP, running: STEP }, usage: { input_tokens: 300 * STEP } });
  second.goOn();
  service = await startService();
  while (['queued', 'running'].includes((await grading.job(job.id)).status)) await delay(200);
  await service.end();
  service = undefined;
  const done = notice(await grading.job(job.id));
  expect(done).toMatchObject({
    status: 'completed',
    items: { total: 30, suggested: 29, skipped: 1, failed: 0, pending: 0, running: 0 },
    usage: { input_tokens: 2900, output_tokens: 290 },
    agreement: { state: 'measured', compared: GRADED_FIRST, exact_share: 1, allows_bulk_acceptance: true },
  });
  const pictures = ai.requests.filter((request) => materialOf(request).work.picture_count > 0);
  expect(new Set(pictures.map((request) => materialOf(request).work.picture_count))).toEqual(new Set([1, 2]));

  // One suggestion is refused, the others are accepted, and what a person graded stays.
  const suggestions: Row[] = notice(await grading.suggestions(job.id, '?page_size=200'));
  const skipped = suggestions.filter(({ status }) => status === 'skipped');
  expect(skipped).toMatchObject([{ enrollment_id: human, reason: 'graded_by_person' }]);
  const refused = suggestions.find(({ status, is_calibration }) => status === 'suggested' && !is_calibration) as Row;
  notice((await expectStatus(200, grading.ask('post', `ai-jobs/${job.id}/suggestions/${refused.id}/refuse/`))).body);
  const { body: acceptance } = await expectStatus(200, grading.ask('post', `ai-jobs/${job.id}/accept/`, {}));
  expect(acceptance).toEqual({ accepted: 30 - GRADED_FIRST - 2, skipped: 0, next_after: null });
  expect(await staff.idsOf(essay, '?status=ungraded')).toEqual([refused.enrollment_id]);
  notice((await expectStatus(200, staff.put(essay, String(refused.enrollment_id), { score: 12.5 }))).body);
  expect((await review(essay, human)).grade).toMatchObject({ score: 33, is_posted: false });

  // Equal answers to the question of the quiz are graded together, the others one by one.
  const grade = (group_id: string | undefined, points: number) =>
    expectStatus(200, school.browser.call('post', `${course.path}lessons/${quiz.id}/answers/grade/`, { question_id: 'e', group_id, points }));
  const answers = await queue(quiz, '?question_id=e&page_size=200');
  expect(answers.map(({ answer }) => answer?.group_size)).toEqual([...Array(6).fill(6), 1, 1, 1, 1]);
  expect((await grade(answers[0]?.answer?.group_id, 4)).body).toEqual({ graded: 6, skipped: 0, remaining: 0 });
  for (const { answer } of answers.slice(6)) expect((await grade(answer?.group_id, 2)).body.graded).toBe(1);
  expect(await staff.idsOf(quiz, '?status=ungraded')).toEqual([]);

  // Until the grades are posted, nothing that grader and webhooks are told names anybody, and learners are told nothing.
  await runJobsAfter(app, 24 * 3600);
  const events = deliveries();
  const types = new Set(events.map((body) => JSON.parse(body).type));
  for (const type of ['submission.graded', 'grade.updated', 'ai_grading.finished']) expect(types).toContain(type);
  expect(types).not.toContain('grade.posted');
  for (const { id, email, enrollmentId } of learners) {
    for (const part of [id, email, enrollmentId]) expect([...told, ...events].filter((text) => text.includes(part))).toEqual([]);
    expect(await refusalOf(school.browser.call('get', `${staff.pathOf(essay)}${enrollmentId}/`))).toEqual([404, 'not_found']);
  }
  const own = async ({ browser, enrollmentId }: Enrolled): Promise<Shape<'LearnerGrades'>> =>
    (await expectStatus(200, browser.call('get', `${course.path}learners/${enrollmentId}/`))).body;
  const subjects = async ({ email }: Enrolled) => (await app.mailbox.read(email)).map(({ subject }) => subject).filter((subject) => subject?.includes('rade'));
  for (const learner of learners) {
    for (const cell of (await own(learner)).cells) expect(cell).toMatchObject({ score: null, is_posted: false, comments: [], graded_by: null });
    expect(await subjects(learner)).toEqual([]);
  }

  // Posting reveals to each of them what the others may know.
  for (const lesson of [essay, quiz])
    await course.configure(lesson, { anonymous_grading: true, posted: true, ...(lesson === essay ? { rubric: RUBRIC } : {}) });
  await runJobsAfter(app, 24 * 3600);
  const posted = deliveries()
    .map((body) => JSON.parse(body))
    .filter(({ type }) => type === 'grade.posted');
  expect(posted).toHaveLength(4 * OF_EACH_KIND);
  expect(new Set(posted.map(({ data }) => data.user.email))).toEqual(new Set(learners.map(({ email }) => email)));
  const scores = new Map(posted.filter(({ data }) => data.lesson.id === essay.id).map(({ data }) => [data.user.email, data.score]));
  for (const learner of learners) {
    const [written, taken] = (await own(learner)).cells as [Shape<'GradeDetail'>, Shape<'GradeDetail'>];
    expect(written).toMatchObject({ is_posted: true, score: scores.get(learner.email) });
    expect(taken.score).toBe(learners.indexOf(learner) % 3 > 0 ? null : learners.indexOf(learner) < 18 ? 4 : 2);
    expect((await subjects(learner)).length).toBeGreaterThan(0);
  }
  const byName = await staff.queue(essay, '?page_size=200');
  expect(new Set(byName.results.map(({ user }) => user?.email))).toEqual(new Set(learners.map(({ email }) => email)));
});
