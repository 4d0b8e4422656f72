import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { handedIn, RUBRIC } from '../../support/ai-grading.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, handIn, newGradedCourse } from '../../support/gradebook.ts';
import { attempt } from '../../support/grading.ts';
import { type Enrolled, faultsOf, open, refusalOf, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { type Reviewing, reviewing } from '../../support/review.ts';
import { newSchool, type School } from '../../support/school.ts';
import { uploadFile } from '../../support/uploads.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
let staff: Reviewing;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
  staff = reviewing(app, school, course);
});
afterAll(() => app.close());

const seenBy = async ({ browser, enrollmentId }: Enrolled, lesson: Row): Promise<Shape<'GradeDetail'>> => {
  const { body } = await expectStatus(200, browser.call('get', `${course.path}learners/${enrollmentId}/`));
  return body.cells.find(({ lesson_id }: Row) => lesson_id === lesson.id);
};

test('a review has all submissions with their files, the rubric, the comments and the token for the grade', async () => {
  const lesson = await course.assignment(40, { submission_kinds: ['text', 'file'] });
  await course.configure(lesson, { rubric: RUBRIC });
  const learner = await course.enrolled();
  await handIn(learner, lesson, 'First');
  const { id } = await uploadFile(learner.browser, course.courseId, Buffer.from('echo hello'), {
    purpose: 'submission',
    file_name: 'backup.txt',
    content_type: 'text/plain',
  });
  await expectStatus(200, report(learner.browser, lesson, { event: 'assignment_submitted', submission: { text: 'Second', upload_ids: [id] } }));
  const { updated_at } = (await expectStatus(200, staff.put(lesson, learner.enrollmentId, { score: 3, comment: { text: 'Look again', is_draft: true } }))).body;
  const found = await staff.review(lesson, learner.enrollmentId);
  expect(found).toMatchObject({
    lesson: { id: lesson.id, points: 40 },
    user: { email: learner.email },
    alias: null,
    grade: { updated_at, entered_score: 3, comments: [{ text: 'Look again', is_draft: true, work_number: 2 }], works: [{ number: 2 }] },
    rubric: { title: 'Scripts' },
    submissions: [
      { number: 2, text: 'Second', is_late: false, files: [{ number: 1, file_name: 'backup.txt', content_type: 'text/plain', text: null }] },
      { number: 1, text: 'First', files: [] },
    ],
    attempts: [],
    suggestion: null,
  });
  const url = found.submissions[0]?.files[0]?.url as string;
  expect(await (await fetch(url)).text()).toBe('echo hello');
});

test('a review of a quiz has every finished attempt with the key, the answer and the points of each question', async () => {
  const essay = { type: 'essay', id: 'e', prompt: 'Why?', points: 5, grading_notes: 'Because' };
  const quiz = await course.quiz(1, { questions: [essay, { type: 'true_false', id: 'q', prompt: 'Is it?', correct: true, points: 2 }] });
  const learner = await course.enrolled();
  await open(learner.browser, quiz);
  await attempt(learner.browser, quiz, []);
  await attempt(learner.browser, quiz, [
    { question_id: 'e', text: 'So it is.' },
    { question_id: 'q', is_true: true },
  ]);
  expect(await staff.idsOf(quiz, '?status=ungraded')).toEqual([learner.enrollmentId]);
  await expectStatus(200, staff.put(quiz, learner.enrollmentId, { work_number: 2, question_points: [{ question_id: 'e', points: 4 }] }));
  expect(await staff.review(quiz, learner.enrollmentId)).toMatchObject({
    submissions: [],
    attempts: [
      {
        number: 2,
        needs_grading: false,
        score_points: 6,
        questions: [
          { question: { id: 'e', grading_notes: 'Because' }, answer: { text: 'So it is.' }, points: 4, max_points: 5, given_points: 4 },
          { question: { id: 'q', correct: true }, answer: { is_true: true }, points: 2, is_correct: true, given_points: null },
        ],
      },
      { number: 1, score_points: 0, questions: [{ answer: null, points: 0 }, { answer: null }] },
    ],
  });
});

test('a grade that is saved as a draft is hidden even if the lesson posts automatically, and one that is posted is seen with its comments', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  await handIn(learner, essay);
  const { body: draft } = await expectStatus(200, staff.put(essay, learner.enrollmentId, { score: 4, comment: { text: 'Hm' }, save_as: 'draft' }));
  expect(draft).toMatchObject({ score: 4, is_posted: false });
  expect(await seenBy(learner, essay)).toMatchObject({ score: null, is_posted: false, comments: [], state: 'needs_grading' });
  const { body: posted } = await expectStatus(200, staff.put(essay, learner.enrollmentId, { updated_at: draft.updated_at, score: 5, save_as: 'posted' }));
  expect(await seenBy(learner, essay)).toMatchObject({ score: 5, is_posted: true, comments: [{ text: 'Hm' }] });
  const again = staff.put(essay, learner.enrollmentId, { updated_at: posted.updated_at, score: 6, save_as: 'draft' });
  expect(await faultsOf(again)).toEqual(['save_as posted']);
  expect(await refusalOf(staff.put(essay, learner.enrollmentId, { updated_at: draft.updated_at, score: 6 }))).toEqual([409, 'stale_grade']);
});

test('points for questions that are saved as a draft stay hidden, and are posted for one learner while the lesson is posted by hand', async () => {
  const quiz = await course.quiz(1, { questions: [{ type: 'essay', id: 'e', prompt: 'Why?', points: 5 }] });
  const learner = await course.enrolled();
  const points = (number: number) => [{ question_id: 'e', points: number }];
  await open(learner.browser, quiz);
  await attempt(learner.browser, quiz, [{ question_id: 'e', text: 'So.' }]);
  expect(await faultsOf(staff.put(quiz, learner.enrollmentId, { question_points: points(3), save_as: 'draft' }))).toEqual(['save_as posted']);
  await course.configure(quiz, { posting: 'manual', posted: false });
  const { body } = await expectStatus(200, staff.put(quiz, learner.enrollmentId, { question_points: points(3), save_as: 'draft' }));
  expect(body).toMatchObject({ score: 3, is_posted: false });
  expect((await seenBy(learner, quiz)).score).toBeNull();
  const token = { updated_at: body.updated_at };
  expect((await expectStatus(200, staff.put(quiz, learner.enrollmentId, { ...token, question_points: points(4), save_as: 'posted' }))).body.is_posted).toBe(
    true,
  );
  expect(await seenBy(learner, quiz)).toMatchObject({ score: 4, is_posted: true });
});

test('of two people who grade the same work at once, one succeeds and the other gets the current grade', async () => {
  const essay = await course.assignment(10);
  const [id = ''] = await handedIn(app, school, course, essay, ['One']);
  const answers = await Promise.all([1, 2].map((score) => staff.put(essay, id, { score, save_as: 'posted' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const fifty = await Promise.all(
    Array.from({ length: 50 }, () => staff.put(essay, id, { updated_at: answers.find(({ status }) => status === 200)?.body.updated_at, score: 3 })),
  );
  expect(fifty.filter(({ status }) => status === 200)).toHaveLength(1);
});
