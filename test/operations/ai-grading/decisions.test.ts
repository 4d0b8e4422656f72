import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { gradeAlike, handedIn, judgement, modelAt, newRatedSchool, type RatedSchool, RUBRIC, workIn } from '../../support/ai-grading.ts';
import { type AiRequest, type AiServer, startAiServer } from '../../support/ai-server.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { type Reviewing, reviewing } from '../../support/review.ts';
import { newColleague } from '../../support/school.ts';

/** The fewest works that tell whether a model agrees with people. */
const GRADED = 10;

let app: TestApp;
let ai: AiServer;
let school: RatedSchool['school'];
let course: RatedSchool['course'];
let lesson: Row;
let staff: Reviewing;
let grading: RatedSchool['grading'];
beforeAll(async () => {
  const answer = (request: AiRequest) => judgement(request, { level: workIn(request).includes('Good') ? '20 points' : '10 points' });
  ai = await startAiServer(answer);
  app = await startTestApp(withPorts({ ai: modelAt(ai) }), { idle: ['compute_grades'] });
});
beforeEach(async () => {
  ({ school, course, lesson, grading } = await newRatedSchool(app));
  staff = reviewing(app, school, course);
});
afterAll(async () => {
  await app.close();
  await ai.close();
});

const ratings = (level: string) => RUBRIC.criteria.map(({ id }) => ({ criterion_id: id, level }));
const accept = (job: string, body: object = {}) => grading.ask('post', `ai-jobs/${job}/accept/`, body);
const refuse = (job: string, id: string) => grading.ask('post', `ai-jobs/${job}/suggestions/${id}/refuse/`);

/** A job over works some of which a person has graded as the model does, and the enrollments of those that wait. */
async function judged(waiting: readonly string[]): Promise<{ job: string; enrollments: string[] }> {
  const half = GRADED / 2;
  const known = await handedIn(app, school, course, lesson, [...Array(half).fill('Good'), ...Array(half).fill('Fair')]);
  for (const [[first = '', ...others], level] of [
    [known.slice(0, half), '20 points'],
    [known.slice(half), '10 points'],
  ] as const) {
    await expectStatus(200, staff.put(lesson, first, { ratings: ratings(level) }));
    await gradeAlike(app, lesson, first, others);
  }
  const enrollments = await handedIn(app, school, course, lesson, waiting);
  const { job } = await grading.start(lesson);
  await app.mailbox.runJobs();
  return { job: job.id, enrollments };
}

test('suggestions that agree with people are accepted together, but not where a person refused, graded or replaced the work', async () => {
  const { job, enrollments } = await judged(['Good', 'Fair', 'Good', 'Good', '   ']);
  const [one = '', two = '', refused = '', graded = '', blank = ''] = enrollments;
  const suggestions: Row[] = await grading.suggestions(job);
  const idOf = (enrollment: string) => suggestions.find(({ enrollment_id }) => enrollment_id === enrollment)?.id as string;
  expect((await expectStatus(200, refuse(job, idOf(refused)))).body).toMatchObject({ decision: 'refused' });
  await expectStatus(200, staff.put(lesson, graded, { score: 38 }));
  const { body } = await expectStatus(200, accept(job));
  expect(body).toEqual({ accepted: 3, skipped: 0, next_after: null });
  const scores = await Promise.all(enrollments.map(async (enrollmentId) => (await course.cell({ enrollmentId }, lesson)).score));
  expect(scores).toEqual([40, 20, null, 38, 0]);
  expect((await staff.review(lesson, one)).grade).toMatchObject({ ratings: [{ level: '20 points' }, { level: '20 points' }], is_posted: true, graded_by: {} });
  const decided: Row[] = await grading.suggestions(job);
  const decisions = [one, two, refused, graded, blank].map((id) => decided.find(({ enrollment_id }) => enrollment_id === id)?.decision);
  expect(decisions).toEqual(['accepted', 'accepted', 'refused', null, 'accepted']);
  expect((await expectStatus(200, accept(job))).body).toEqual({ accepted: 0, skipped: 0, next_after: null });
  const { rows } = await app.database.pool.query(`select action from audit_log where organisation_id = $1 and action like 'ai_grading.suggestion%'`, [
    school.organisation.id,
  ]);
  expect(rows).toEqual([{ action: 'ai_grading.suggestion_refused' }]);
});

test('only suggestions of which the model is sure enough are accepted, as drafts if wanted, and by two at once only once', async () => {
  const { job, enrollments } = await judged(['Good', 'Fair', 'Good']);
  expect((await expectStatus(200, accept(job, { min_confidence: 0.81 }))).body.accepted).toBe(0);
  const answers = await Promise.all(Array.from({ length: 2 }, () => expectStatus(200, accept(job, { min_confidence: 0.8, save_as: 'draft' }))));
  expect(answers.reduce((total, { body }) => total + body.accepted, 0)).toBe(3);
  for (const enrollmentId of enrollments) expect((await staff.review(lesson, enrollmentId)).grade.is_posted).toBe(false);
});

test('suggestions are accepted together only once enough agree with people, also by alias in a lesson that is graded anonymously', async () => {
  await course.configure(lesson, { rubric: RUBRIC, anonymous_grading: true });
  await handedIn(
    app,
    school,
    course,
    lesson,
    Array(GRADED + 1)
      .fill('Fair')
      .fill('Good', 6),
  );
  const { job } = await grading.start(lesson);
  const { results } = await staff.queue(lesson);
  expect(await refusalOf(accept(job.id))).toEqual([409, 'agreement_too_low']);
  const [last, ...others] = results as [Shape<'ReviewItem'>, ...Shape<'ReviewItem'>[]];
  const { rows } = await app.database.pool.query<{ id: string; enrollment_id: string }>(
    'select id, enrollment_id from gradebook_aliases where lesson_id = $1',
    [lesson.id],
  );
  const enrollmentOf = (alias: string) => rows.find(({ id }) => id === alias)?.enrollment_id as string;
  for (const [score, level] of [
    [40, '20 points'],
    [20, '10 points'],
  ] as const) {
    const [first = '', ...alike] = others.filter(({ suggestion }) => suggestion?.score === score).map(({ enrollment_id }) => enrollment_id);
    await expectStatus(200, staff.put(lesson, first, { ratings: ratings(level) }));
    await gradeAlike(app, lesson, enrollmentOf(first), alike.map(enrollmentOf));
  }
  expect((await expectStatus(200, accept(job.id))).body).toEqual({ accepted: 1, skipped: 0, next_after: null });
  expect(await staff.review(lesson, last.enrollment_id)).toMatchObject({ user: null, suggestion: { decision: 'accepted' }, grade: { is_posted: false } });
  expect(await staff.idsOf(lesson, '?status=ungraded')).toEqual([]);
});

test('a suggestion is refused once, and not after a person has graded with it, but can be accepted later', async () => {
  const [one = '', two = ''] = await handedIn(app, school, course, lesson, ['Good', 'Fair']);
  const { job } = await grading.start(lesson);
  const waiting = (await grading.suggestions(job.id))[0] as Row;
  expect(await refusalOf(refuse(job.id, waiting.id))).toEqual([409, 'suggestion_decided']);
  await app.mailbox.runJobs();
  const suggestions: Row[] = await grading.suggestions(job.id);
  const idOf = (enrollment: string) => suggestions.find(({ enrollment_id }) => enrollment_id === enrollment)?.id as string;
  for (let time = 0; time < 2; time++) expect((await expectStatus(200, refuse(job.id, idOf(one)))).body.decision).toBe('refused');
  await expectStatus(200, staff.put(lesson, one, { ratings: ratings('20 points'), ai_suggestion_id: idOf(one) }));
  expect((await grading.suggestions(job.id)).find(({ id }: Row) => id === idOf(one))?.decision).toBe('accepted');
  expect(await refusalOf(refuse(job.id, idOf(one)))).toEqual([409, 'suggestion_decided']);
  expect((await staff.queue(lesson, '?status=ungraded')).results).toMatchObject([{ enrollment_id: two }]);
  expect(await refusalOf(refuse(job.id, lesson.id))).toEqual([404, 'not_found']);
});

test('all staff are told in their own language when a job has ended', async () => {
  const told = [
    ['en', 'AI grading of Essay finished', '2 suggestions await your decision.'],
    ['de', 'KI-Bewertung von Essay beendet', '2 Vorschläge warten auf Ihre Entscheidung.'],
    ['es', 'Calificación con IA terminada: Essay', 'Hay 2 sugerencias por revisar.'],
    ['fr', 'Notation par IA de Essay terminée', '2 suggestions attendent votre décision.'],
    ['pt', 'Avaliação por IA de Essay concluída', '2 sugestões aguardam a sua decisão.'],
  ] as const;
  const readers: [TestUser, (typeof told)[number]][] = [];
  for (const texts of told) {
    const reader = texts === told[0] ? school : await newColleague(app, school);
    await expectStatus(200, reader.browser.call('patch', 'me/', { language: texts[0] }));
    readers.push([reader, texts]);
  }
  await handedIn(app, school, course, lesson, ['Good', 'Fair']);
  await grading.start(lesson);
  const path = `/studio/courses/${course.courseId}/lessons/${lesson.id}/review`;
  for (const [{ email }, [, subject, waiting]] of readers) {
    const mail = (await app.mailbox.read(email)).at(-1);
    expect(mail).toMatchObject({ subject });
    expect(mail?.text).toContain(waiting);
    expect(mail?.text).toContain(path);
  }
});
