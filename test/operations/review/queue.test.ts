import { aiGrading, handedIn, judgement, modelAt, RUBRIC, workIn } from '../../support/ai-grading.ts';
import { type AiRequest, type AiServer, startAiServer, textAnswer } from '../../support/ai-server.ts';
import { startTestApp, type TestApp, withPorts } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { refusalOf } from '../../support/learner.ts';
import { type Reviewing, reviewing } from '../../support/review.ts';
import { enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let ai: AiServer;
let school: School;
let course: GradedCourse;
let staff: Reviewing;
let respond: (request: AiRequest) => AiServer['answers'][number] = judgement;
beforeAll(async () => {
  ai = await startAiServer((request) => respond(request));
  app = await startTestApp(withPorts({ ai: modelAt(ai) }));
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  staff = reviewing(app, school, course);
});
afterAll(async () => {
  await app.close();
  await ai.close();
});

test('the queue lists learners who have handed in work, by what waits for a grade, is late, or was scored again', async () => {
  const yesterday = new Date(app.clock.now() - 25 * 3_600_000).toISOString();
  const essay = await course.assignment(10, { due: { kind: 'date', date: yesterday.slice(0, 10), time: yesterday.slice(11, 16) } });
  const [graded = '', waiting = ''] = await handedIn(app, school, course, essay, ['One', 'Two']);
  await enrollMany(app, school.organisation.id, course.courseId, 1);
  await app.database.pool.query(`update submissions set was_due_at = now() - interval '25 hours' where lesson_id = $1`, [essay.id]);
  await app.database.pool.query(`update submissions set submitted_at = now() - interval '3 days' where enrollment_id = $1`, [waiting]);
  await app.database.pool.query(
    `select graphile_worker.add_job('recompute_gradebook', json_build_object('organisation_id', $1::text, 'course_id', $2::text))`,
    [school.organisation.id, course.courseId],
  );
  await expectStatus(200, staff.put(essay, graded, { score: 7 }));
  expect(await staff.queue(essay)).toMatchObject({
    count: 2,
    results: [
      { enrollment_id: graded, is_waiting: false, work_number: 1, is_flagged: false, suggestion: null, cell: { score: 7, is_late: true } },
      { enrollment_id: waiting, is_waiting: true, alias: null, user: { email: expect.any(String) }, cell: { state: 'needs_grading' } },
    ],
  });
  expect(await staff.idsOf(essay, '?status=ungraded')).toEqual([waiting]);
  expect(await staff.idsOf(essay, '?status=late')).toEqual([graded]);
  expect(await staff.idsOf(essay, '?status=regraded')).toEqual([]);

  const quiz = await course.quiz();
  const learners = [await course.enrolled(), await course.enrolled()] as const;
  await takeQuiz(learners[0], quiz, true);
  await takeQuiz(learners[1], quiz, false);
  await course.configure(quiz, { regrade: [{ question_id: 'q', mode: 'full_points' }] });
  expect(await staff.idsOf(quiz, '?status=regraded')).toEqual([learners[1].enrollmentId]);
  expect(await staff.idsOf(quiz, '?status=ungraded')).toEqual([]);
});

test('the queue flags work that the model could not judge or was not sure about, until a person has graded it', async () => {
  const lesson = await course.assignment(40);
  await course.configure(lesson, { rubric: RUBRIC });
  const [sure = '', unsure = '', failed = ''] = await handedIn(app, school, course, lesson, ['Sure', 'Unsure', 'Failing']);
  const parts = RUBRIC.criteria.map(({ id }) => ({ id, level: '10 points', reason: 'So.' }));
  const answerTo = (text: string) =>
    text.includes('Failing') ? textAnswer('{}') : textAnswer(JSON.stringify({ parts, confidence: text.includes('Unsure') ? 0.4 : 0.9 }));
  respond = (request) => answerTo(workIn(request));
  await aiGrading(school, course).start(lesson);
  const { results } = await staff.queue(lesson, '?status=flagged');
  respond = judgement;
  expect(results).toMatchObject([
    { enrollment_id: unsure, is_flagged: true, suggestion: { status: 'suggested', score: 20, confidence: 0.4 } },
    { enrollment_id: failed, is_flagged: true, suggestion: { status: 'failed', reason: 'invalid_answer' } },
  ]);
  expect((await staff.review(lesson, sure)).suggestion).toMatchObject({ score: 20, parts: [{ id: 'style', level: '10 points' }, { id: 'result' }] });
  const ratings = RUBRIC.criteria.map(({ id }) => ({ criterion_id: id, level: '20 points' }));
  await expectStatus(200, staff.put(lesson, unsure, { ratings, ai_suggestion_id: results[0]?.suggestion?.id }));
  expect(await staff.idsOf(lesson, '?status=flagged')).toEqual([failed]);
  const { suggestion } = await staff.review(lesson, sure);
  await course.configure(lesson, { rubric: { ...RUBRIC, title: 'Other scripts' }, rubric_change: 'keep' });
  expect(await refusalOf(staff.put(lesson, sure, { score: 20, ai_suggestion_id: suggestion?.id }))).toEqual([409, 'stale_suggestion']);
});

test('a review names the learners before and after it, also when its own work does not belong to the queue any more', async () => {
  const essay = await course.assignment(10);
  const [first = '', second = '', third = ''] = await handedIn(app, school, course, essay, ['One', 'Two', 'Three']);
  const around = async (id: string) => {
    const { next_enrollment_id, previous_enrollment_id } = await staff.review(essay, id, '?status=ungraded');
    return [previous_enrollment_id, next_enrollment_id];
  };
  expect(await around(first)).toEqual([null, second]);
  expect(await around(second)).toEqual([first, third]);
  await expectStatus(200, staff.put(essay, second, { score: 1 }));
  expect(await around(second)).toEqual([first, third]);
  expect(await around(third)).toEqual([first, null]);
  expect(await staff.idsOf(essay, '?page_size=1&page=2')).toEqual([second]);
});
