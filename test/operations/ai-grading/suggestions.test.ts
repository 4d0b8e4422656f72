import { measureAgreement } from '../../../src/domain/assessment/ai-grading/agreement.ts';
import { gradeAlike, handedIn, judgement, modelAt, newRatedSchool, type RatedSchool, RUBRIC, workIn } from '../../support/ai-grading.ts';
import { type AiServer, startAiServer } from '../../support/ai-server.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { attempt } from '../../support/grading.ts';
import { AFTERMATH, runTask } from '../../support/jobs.ts';
import { report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { pdf, png } from '../../support/sample-files.ts';
import { newLearner } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let ai: AiServer;
let school: RatedSchool['school'];
let course: RatedSchool['course'];
let lesson: Row;
let grading: RatedSchool['grading'];
beforeAll(async () => {
  ai = await startAiServer((request) => judgement(request));
  app = await startTestApp(withPorts({ ai: modelAt(ai) }), { idle: AFTERMATH });
});
beforeEach(async () => {
  ai.requests.length = 0;
  ({ school, course, lesson, grading } = await newRatedSchool(app));
});
afterAll(async () => {
  await app.close();
  await ai.close();
});

const enrolled = () => newLearner(app, school.organisation.id, course.courseId);
const submit = ({ browser }: TestUser, submission: object) => expectStatus(200, report(browser, lesson, { event: 'assignment_submitted', submission }));
/** Runs a job to its end, and returns its ID. */
const judged = async (of: Row = lesson): Promise<string> => {
  const { job } = await grading.start(of);
  await app.mailbox.runJobs();
  return job.id;
};
const only = async (job: string) => (await grading.suggestions(job))[0];
const put = ({ enrollmentId }: { enrollmentId: string }, lesson: Row, body: object) =>
  school.browser.call('put', `${course.path}grades/${enrollmentId}/${lesson.id}/`, { updated_at: null, ...body });
const LEVELS = (level: string) => ['style', 'result'].map((criterion_id) => ({ criterion_id, level }));

test('a person who grades with a suggestion accepts it if the points are the same, and else changes it', async () => {
  const [one = '', two = ''] = await handedIn(app, school, course, lesson, ['Work', 'More work']);
  const job = await judged();
  const suggestions: Row[] = await grading.suggestions(job);
  const idOf = (enrollment: string) => suggestions.find(({ enrollment_id }) => enrollment_id === enrollment)?.id;
  const fault = { status: 400, body: { errors: [{ field: 'ai_suggestion_id', code: 'unknown' }] } };
  expect(await put({ enrollmentId: one }, lesson, { score: 20, ai_suggestion_id: idOf(two) })).toMatchObject(fault);
  await expectStatus(200, put({ enrollmentId: one }, lesson, { ratings: LEVELS('10 points'), ai_suggestion_id: idOf(one) }));
  await expectStatus(200, put({ enrollmentId: two }, lesson, { score: 35, ai_suggestion_id: idOf(two) }));
  const decided: Row[] = await grading.suggestions(job);
  expect([one, two].map((id) => decided.find(({ enrollment_id }) => enrollment_id === id)?.decision)).toEqual(['accepted', 'changed']);
  expect((await grading.job(job)).agreement).toMatchObject({ state: 'too_few', compared: 2 });
});

test('a suggestion is stale after new work or another rubric, and cannot be accepted then', async () => {
  const learner = await enrolled();
  await submit(learner, { text: 'First' });
  const first = await only(await judged());
  await submit(learner, { text: 'Second' });
  const stale = { status: 409, body: { code: 'stale_suggestion' } };
  expect(await put(learner, lesson, { score: 20, ai_suggestion_id: first.id })).toMatchObject(stale);
  expect((await course.cell(learner, lesson)).updated_at).toBeNull();
  const job = await judged();
  const second = await only(job);
  expect([second.work_number, second.is_stale]).toEqual([2, false]);
  await course.configure(lesson, { rubric: { ...RUBRIC, title: 'Other scripts' } });
  expect((await only(job)).is_stale).toBe(true);
  expect(await put(learner, lesson, { score: 20, ai_suggestion_id: second.id })).toMatchObject(stale);
});

test('a job judges up to twenty works that people have graded, and reports how it agrees; a later grade changes the report', async () => {
  const enrollments = await handedIn(
    app,
    school,
    course,
    lesson,
    Array.from({ length: 12 }, (_, index) => `Work ${index}`),
  );
  for (const [score, [first = '', ...others]] of [
    [20, enrollments.slice(0, 6)],
    [40, enrollments.slice(6, 11)],
  ] as const) {
    await expectStatus(200, put({ enrollmentId: first }, lesson, { score }));
    await gradeAlike(app, lesson, first, others);
  }
  const { job, estimate } = await grading.start(lesson);
  expect(estimate).toMatchObject({ works: 1, calibration_works: 11 });
  ai.answers.push((res) => {
    const request = ai.requests.at(-1) as AiServer['requests'][number];
    const isGood = Number(/Work (\d+)/.exec(workIn(request))?.[1]) >= 6;
    judgement(request, { level: isGood ? '20 points' : '10 points' })(res);
  });
  await app.mailbox.runJobs();
  ai.answers.length = 0;
  expect((await grading.job(job.id)).agreement).toEqual({
    state: 'measured',
    compared: 11,
    exact_share: 1,
    mean_difference: 0,
    weighted_kappa: 1,
    allows_bulk_acceptance: true,
  });
  await expectStatus(200, put({ enrollmentId: enrollments[11] as string }, lesson, { score: 0 }));
  expect((await grading.job(job.id)).agreement).toMatchObject({ compared: 12, mean_difference: 3.33, allows_bulk_acceptance: false });
});

test('agreement is not measured below ten works, and is no reason for bulk acceptance if all points are the same', () => {
  const pair = { suggested: 3, given: 3 };
  expect(measureAgreement(Array(9).fill(pair))).toMatchObject({ state: 'too_few', exact_share: null });
  expect(measureAgreement(Array(10).fill(pair))).toMatchObject({ state: 'measured', exact_share: 1, weighted_kappa: null, allows_bulk_acceptance: false });
});

test('the essays of an attempt are judged question by question, in the language of the course, and those without text are not sent', async () => {
  await app.database.pool.query(`update courses set language = 'de' where id = $1`, [course.courseId]);
  const essay = (id: string) => ({ type: 'essay', id, prompt: `Prompt ${id}`, points: 5, grading_notes: `Notes ${id}` });
  const quiz = await course.quiz(1, { questions: [essay('e1'), essay('e2'), { type: 'true_false', id: 'q', prompt: 'Is it?', correct: true }] });
  const learner = await enrolled();
  await attempt(learner.browser, quiz, [{ question_id: 'e1', text: 'Because.' }]);
  const job = await judged(quiz);
  const [request] = ai.requests;
  expect(JSON.parse(request?.body.messages?.[1]?.content ?? '')).toMatchObject({
    language: 'de',
    judge_by: [{ id: 'e1', prompt: 'Prompt e1', points: 5, grading_notes: 'Notes e1' }],
    work: [{ id: 'e1', text: 'Because.' }],
  });
  const suggestion = await only(job);
  expect(suggestion).toMatchObject({ status: 'suggested', score: 1, parts: [{ id: 'e1', level: null, points: 1 }], is_stale: false });
  await expectStatus(200, put(learner, quiz, { question_points: [{ question_id: 'e1', points: 1 }], ai_suggestion_id: suggestion.id }));
  expect(await only(job)).toMatchObject({ decision: 'accepted' });
  expect((await grading.job(job)).agreement.compared).toBe(1);
});

test('pictures are sent without their metadata and names, and work with a file that cannot be shown fails', async () => {
  lesson = await course.assignment(40, { submission_kinds: ['file'], max_files: 2 });
  await course.configure(lesson, { rubric: RUBRIC });
  const submitFiles = async (...files: [Buffer, string, string][]) => {
    const learner = await enrolled();
    const upload = ([bytes, file_name, content_type]: [Buffer, string, string]) =>
      uploadFile(learner.browser, course.courseId, bytes, { purpose: 'submission', file_name, content_type });
    const uploads = await Promise.all(files.map(upload));
    await submit(learner, { upload_ids: uploads.map(({ id }) => id) });
  };
  await submitFiles([await png(), 'mina-okafor.png', 'image/png']);
  await submitFiles([await png(), 'page.png', 'image/png'], [pdf(), 'report.pdf', 'application/pdf']);
  const job = await judged();
  expect((await grading.suggestions(job)).map(({ status, reason }: Row) => [status, reason]).sort()).toEqual([
    ['failed', 'unsupported_content'],
    ['suggested', null],
  ]);
  expect(ai.requests).toHaveLength(1);
  const content = ai.requests[0]?.body.messages?.[1]?.content as unknown as { type: string; image_url?: { url: string } }[];
  expect(content.map(({ type }) => type)).toEqual(['text', 'image_url']);
  expect(content[1]?.image_url?.url).toMatch(/^data:image\/webp;base64,/);
  expect(JSON.stringify(content)).not.toContain('okafor');
});

test('the configuration tells what can be graded, and a lesson that cannot is refused', async () => {
  const config = async (of: Row = lesson) => (await expectStatus(200, grading.ask('get', `lessons/${of.id}/ai-config/`))).body;
  const start = ({ id }: Row) => grading.ask('post', 'ai-grade/', { lesson_id: id });
  await handedIn(app, school, course, lesson, ['Work']);
  expect(await config()).toMatchObject({ is_configured: true, model: 'a-grader', obstacle: null, waiting_works: 1, active_job_id: null });
  expect((await config()).prices).toEqual({ currency: 'USD', input_per_million: 0.5, output_per_million: 2 });
  const { job } = await grading.start(lesson);
  expect((await config()).active_job_id).toBe(job.id);
  const bare = await course.assignment();
  const feedback = await course.assignment(40);
  await course.configure(feedback, { rubric: { ...RUBRIC, is_feedback_only: true } });
  for (const [one, obstacle] of [
    [bare, 'no_rubric'],
    [feedback, 'feedback_only'],
    [await course.quiz(), 'no_essay_questions'],
  ] as const) {
    expect((await config(one)).obstacle).toBe(obstacle);
    expect(await start(one)).toMatchObject({ status: 409, body: { code: 'not_gradable_by_ai' } });
  }
  await app.mailbox.runJobs();
});

test('suggestions for a lesson that is graded anonymously name aliases', async () => {
  await course.configure(lesson, { rubric: RUBRIC, anonymous_grading: true, posting: 'manual' });
  const enrollments = await handedIn(app, school, course, lesson, ['Work', 'More work']);
  const suggestions: Row[] = await grading.suggestions(await judged());
  const { rows } = await app.database.pool.query('select id from gradebook_aliases where lesson_id = $1', [lesson.id]);
  expect(suggestions.map(({ enrollment_id }) => enrollment_id).sort()).toEqual(rows.map(({ id }) => id).sort());
  for (const { enrollment_id } of suggestions) expect(enrollments).not.toContain(enrollment_id);
});

test('without a model the configuration says so, starting and resuming are 503, and a job whose model was removed fails', async () => {
  const own = await startTestApp();
  const { school, course, lesson, grading: theirs } = await newRatedSchool(own);
  await handedIn(own, school, course, lesson, ['Work']);
  expect((await expectStatus(200, theirs.ask('get', `lessons/${lesson.id}/ai-config/`))).body).toMatchObject({
    is_configured: false,
    model: null,
    prices: null,
    obstacle: null,
  });
  const notConfigured = { status: 503, body: { code: 'ai_not_configured' } };
  expect(await theirs.ask('post', 'ai-grade/', { lesson_id: lesson.id })).toMatchObject(notConfigured);
  await own.database.pool.query(
    `insert into ai_grading_jobs (organisation_id, id, course_id, lesson_id, status, model, created_at) values ($1, $2, $3, $4, 'queued', 'gone', now())`,
    [school.organisation.id, lesson.id, course.courseId, lesson.id],
  );
  await own.database.pool.query(
    `select graphile_worker.add_job('grade_with_ai', json_build_object('organisation_id', $1::text, 'job_id', $2::text, 'run', 1))`,
    [school.organisation.id, lesson.id],
  );
  await own.mailbox.runJobs();
  expect(await theirs.job(lesson.id)).toMatchObject({ status: 'failed', failure: 'not_configured' });
  expect(await theirs.ask('post', `ai-jobs/${lesson.id}/resume/`, {})).toMatchObject(notConfigured);
  await own.close();
});

test('every prompt and answer goes with the enrollment that it is about', async () => {
  const [enrollment] = await handedIn(app, school, course, lesson, ['Work']);
  await judged();
  const { pool } = app.database;
  const kept = async () =>
    (await pool.query('select count(*)::int as count from ai_grading_exchanges where organisation_id = $1', [school.organisation.id])).rows[0].count;
  expect(await kept()).toBe(1);
  await pool.query('delete from enrollments where id = $1', [enrollment]);
  expect(await kept()).toBe(0);
});

test('prompts and answers are forgotten after a year, but the suggestion stays, and so does what the job has cost', async () => {
  await handedIn(app, school, course, lesson, ['Work']);
  const job = await judged();
  const { id } = await only(job);
  // More than are forgotten in one transaction.
  await app.database.pool.query(
    `insert into ai_grading_exchanges select organisation_id, gen_random_uuid(), job_id, item_id, instructions, input, picture_count, answer, input_tokens,
       output_tokens, created_at from ai_grading_exchanges, generate_series(1, 500) where item_id = $1`,
    [id],
  );
  const before = await grading.job(job);
  expect(before.usage.input_tokens).toBeGreaterThan(0);
  const exchangesAfter = async (days: number) => {
    await app.database.pool.query('update ai_grading_exchanges set created_at = $2 where item_id = $1', [id, new Date(app.clock.now() - days * 24 * 3600_000)]);
    await runTask(app, 'forget_ai_exchanges');
    const { body } = await expectStatus(200, grading.ask('get', `ai-jobs/${job}/suggestions/${id}/`));
    expect(body).toMatchObject({ status: 'suggested', parts: [{ reason: expect.stringContaining('Because of') }, {}] });
    return body.exchanges.length;
  };
  // No more than a hundred are listed.
  expect([await exchangesAfter(364), await exchangesAfter(366)]).toEqual([100, 0]);
  const { rows } = await app.database.pool.query(
    'select instructions, input, answer, count(*)::int as count from ai_grading_exchanges where item_id = $1 group by 1, 2, 3',
    [id],
  );
  expect(rows).toEqual([{ instructions: null, input: null, answer: null, count: 501 }]);
  expect(await grading.job(job)).toEqual(before);
});
