import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import { runTask } from '../../support/jobs.ts';
import { faultsOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { awayFrom, enrollMany, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
beforeEach(async () => {
  course = await newGradedCourse(app, school);
});
afterAll(() => app.close());

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const put = (body: object) => school.browser.call('put', `${course.path}settings/`, body);
const putConfig = ({ id }: Row, body: object) => school.browser.call('put', `${course.path}lessons/${id}/config/`, body);

test('settings have defaults, are replaced as a whole, and keep the categories that are sent with their ID', async () => {
  const quiz = await course.quiz();
  const { body: defaults } = await expectStatus(200, school.browser.call('get', `${course.path}settings/`));
  expect(defaults).toMatchObject({
    grading_scheme: { kind: 'percent', letters: [] },
    is_weighted: false,
    posting: 'automatic',
    categories: [],
    updated_at: null,
  });
  const first = await course.settings({ is_weighted: true, pass_percent: 50, categories: [{ name: 'Quizzes', weight_percent: 40, never_drop: [quiz.id] }] });
  expect(first.categories).toEqual([{ id: expect.any(String), name: 'Quizzes', weight_percent: 40, drop_lowest: 0, drop_highest: 0, never_drop: [quiz.id] }]);
  const id = first.categories[0]?.id as string;
  await course.configure(quiz, { category_id: id });
  const second = await course.settings({ categories: [{ name: 'Essays' }, { id, name: 'Tests', drop_lowest: 1 }] });
  expect(second).toMatchObject({
    is_weighted: false,
    pass_percent: null,
    categories: [{ name: 'Essays' }, { id, name: 'Tests', drop_lowest: 1, never_drop: [] }],
  });
  expect((await course.settings({})).categories).toEqual([]);
  const { body: config } = await expectStatus(200, school.browser.call('get', `${course.path}lessons/${quiz.id}/config/`));
  expect(config.category_id).toBeNull();
});

test('settings that contradict themselves or name what does not exist are refused with all their faults', async () => {
  const letters = [
    { letter: 'A', from_percent: 90 },
    { letter: 'A', from_percent: 90 },
  ];
  const categories = [
    { name: 'Same', id: NOWHERE },
    { name: 'same', never_drop: [NOWHERE] },
  ];
  expect(await faultsOf(put({ grading_scheme: { kind: 'letters', letters }, categories }))).toEqual([
    'grading_scheme.letters.1.letter duplicate',
    'grading_scheme.letters.1.from_percent duplicate',
    'grading_scheme.letters no_lowest',
    'categories.0.id unknown',
    'categories.1.name duplicate',
    'categories.1.never_drop.0 unknown',
  ]);
  expect(await faultsOf(put({ grading_scheme: { kind: 'pass_fail' } }))).toEqual(['pass_percent required']);
});

test('a lesson is configured as a whole, and faults are refused', async () => {
  const [quiz, essay] = [await course.quiz(10), await course.assignment(50)];
  const { body } = await expectStatus(200, school.browser.call('get', `${course.path}lessons/${quiz.id}/config/`));
  expect(body).toMatchObject({ lesson_id: quiz.id, content_points: 10, points: null, posting: null, overrides: [], rubric: null });
  const [enrollment] = await enrollMany(app, school.organisation.id, course.courseId, 1);
  const due = { kind: 'date', date: '2040-01-01', time: '12:00' };
  const config = await course.configure(essay, { points: 30, is_extra_credit: true, posting: 'manual', overrides: [{ enrollment_id: enrollment, due }] });
  expect(config).toMatchObject({
    points: 30,
    is_extra_credit: true,
    posting: 'manual',
    overrides: [{ enrollment_id: enrollment, cohort_id: null, due, closes: null }],
  });
  const criteria = [
    {
      id: 'a',
      title: 'Style',
      levels: [
        { title: 'Good', points: 20 },
        { title: 'Bad', points: 0 },
      ],
    },
  ];
  const faulty = { category_id: NOWHERE, posted_for: [NOWHERE], overrides: [{ due }], rubric: { title: 'R', criteria: [...criteria, ...criteria] } };
  expect(await faultsOf(putConfig(essay, faulty))).toEqual([
    'category_id unknown',
    'overrides.0 one_target',
    'posted_for not_allowed',
    'rubric.criteria.1.id duplicate',
    'rubric points_differ',
  ]);
  expect(await faultsOf(putConfig(essay, { overrides: [{ enrollment_id: NOWHERE, due }] }))).toEqual(['overrides.0.enrollment_id unknown']);
  const rubric = { title: 'R', is_feedback_only: true, criteria };
  expect((await course.configure(essay, { rubric })).rubric).toMatchObject({ title: 'R', is_feedback_only: true });
  expect((await course.configure(essay, { points: 20, rubric: { title: 'R', criteria } })).overrides).toEqual([]);
});

test('a copy of a lesson, also with its chapter, is graded as the original by the same people, and has none of its grades', async () => {
  const essay = await course.assignment(20);
  const [category] = (await course.settings({ is_weighted: true, categories: [{ name: 'Essays', weight_percent: 100, never_drop: [essay.id] }] })).categories;
  const learner = await course.enrolled();
  const { body: cohort } = await expectStatus(201, school.browser.call('post', `courses/${course.courseId}/cohorts/`, { name: 'Mornings' }));
  const levels = [
    { title: 'Good', points: 30 },
    { title: 'Bad', points: 0 },
  ];
  const written = {
    points: 30,
    category_id: category?.id,
    grading_type: 'percent',
    is_extra_credit: true,
    posting: 'manual',
    anonymous_grading: true,
    overrides: [
      {
        cohort_id: cohort.id,
        enrollment_id: null,
        due: { kind: 'date', date: '2040-01-01', time: '12:00' },
        closes: null,
        extra_attempts: null,
        time_factor: null,
      },
      { cohort_id: null, enrollment_id: learner.enrollmentId, due: { kind: 'none' }, closes: null, extra_attempts: null, time_factor: null },
    ],
    rubric: { title: 'R', is_feedback_only: false, criteria: [{ id: 'a', title: 'Style', levels: levels.map((level) => ({ ...level, description: '' })) }] },
  };
  await course.configure(essay, written);
  const graders = [{ user_id: school.id, cohort_id: cohort.id, share: 1 }];
  const gradersOf = ({ id }: Row) => `${course.path}lessons/${id}/graders/`;
  await expectStatus(200, school.browser.call('put', gradersOf(essay), { graders }));
  const chapter = `courses/${course.courseId}/chapters/${essay.chapter_id}/`;
  const { body: copy } = await expectStatus(201, school.browser.call('post', `${chapter}lessons/${essay.id}/duplicate/`, {}));
  const { body: copied } = await expectStatus(201, school.browser.call('post', `${chapter}duplicate/`, {}));
  const { body: inside } = await expectStatus(200, school.browser.call('get', `courses/${course.courseId}/chapters/${copied.id}/lessons/`));
  const config = (lesson: Row) => school.browser.call('get', `${course.path}lessons/${lesson.id}/config/`);
  for (const one of [copy, ...inside.results]) {
    expect((await expectStatus(200, config(one))).body).toMatchObject({ ...written, overrides: expect.arrayContaining(written.overrides) });
    expect((await expectStatus(200, school.browser.call('get', gradersOf(one)))).body.graders).toMatchObject([{ cohort_id: cohort.id, share: 1 }]);
    expect((await course.cell(learner, one)).state).toBe('anonymous');
  }
  const copies = [copy, ...inside.results.filter(({ content_type }: Row) => content_type === 'assignment')].map(({ id }) => id);
  const { body: settings } = await expectStatus(200, school.browser.call('get', `${course.path}settings/`));
  expect(settings.categories[0].never_drop.toSorted()).toEqual([essay.id, ...copies].toSorted());
});

test('a new policy is computed for all learners in the background, which the gradebook reports, and lessons can leave it', async () => {
  const [quiz, essay] = [await course.quiz(10), await course.assignment(90)];
  const learner = await course.enrolled();
  await enrollMany(app, school.organisation.id, course.courseId, 120);
  await takeQuiz(learner, quiz, true);
  expect((await course.grid('?ordering=-final&page_size=1')).results[0]).toMatchObject({ enrollment_id: learner.enrollmentId, final: { percent: 10 } });
  await course.settings({ missing_policy: { is_enabled: true, deduct_percent: 60 } });
  const waiting = (await expectStatus(200, school.browser.call('get', course.path))).body;
  expect(waiting.recomputation).toEqual({ is_running: true, done: 0, total: 121 });
  await course.configure(essay, { is_graded: false });
  const grid = await course.grid('?ordering=-current');
  expect(grid.recomputation).toEqual({ is_running: false, done: 121, total: 121 });
  expect(grid.lessons.map(({ id }) => id)).toEqual([quiz.id]);
  expect(grid.results[0]).toMatchObject({ final: { percent: 100 }, cells: [{ score: 10 }] });
  expect(grid.results[1]).toMatchObject({ current: { percent: null }, final: { percent: 0 } });
});

test('when the points of a lesson change or its due time passes, grades follow within a minute', async () => {
  const quiz = await course.quiz(10);
  const soon = new Date(app.clock.now() + 3_600_000).toISOString();
  const essay = await course.assignment(30, { due: { kind: 'date', date: soon.slice(0, 10), time: soon.slice(11, 16) } });
  const learner = await course.enrolled();
  await course.settings({ missing_policy: { is_enabled: true, deduct_percent: 50 } });
  await takeQuiz(learner, quiz, true);
  expect((await course.grid()).results[0]).toMatchObject({ current: { percent: 100 }, final: { percent: 25 } });
  app.clock.advance(3_700_000);
  await runTask(app, 'refresh_gradebooks');
  expect((await course.grid()).results[0]).toMatchObject({
    current: { percent: 62.5 },
    cells: [{ score: 10 }, { state: 'missing', score: 15, is_missing: true }],
  });
  const content = { instructions: 'Write.', submission_kinds: ['text'], points: 10, due: (essay.content as { due: object }).due };
  await expectStatus(
    200,
    school.agent('patch', `courses/${course.courseId}/chapters/${essay.chapter_id}/lessons/${essay.id}/`, { updated_at: essay.updated_at, content }),
  );
  await runTask(app, 'refresh_gradebooks');
  expect((await course.grid()).results[0]?.cells[1]).toMatchObject({ score: 5 });
});

test('the gradebook is filtered by cohort and text, ordered, and of this course only', async () => {
  const quiz = await course.quiz(10);
  const [one, two] = [await course.enrolled(), await course.enrolled()];
  await takeQuiz(two, quiz, true);
  const { body: cohort } = await expectStatus(201, school.browser.call('post', `courses/${course.courseId}/cohorts/`, { name: 'Spring' }));
  await expectStatus(200, school.browser.call('post', `courses/${course.courseId}/cohorts/${cohort.id}/members/`, { add: [one.enrollmentId] }));
  const ids = async (query: string) => (await course.grid(query)).results.map((row) => row.enrollment_id);
  expect(await ids(`?cohort_id=${cohort.id}`)).toEqual([one.enrollmentId]);
  expect(await ids(`?search=${encodeURIComponent(two.email)}`)).toEqual([two.enrollmentId]);
  expect(await ids('?ordering=-final')).toEqual([two.enrollmentId, one.enrollmentId]);
  expect(await ids('?ordering=current')).toEqual([two.enrollmentId, one.enrollmentId]);
  for (const [browser, courseId, id] of await awayFrom(app, school, quiz.id)) {
    expect((await browser.call('put', `courses/${courseId}/gradebook/lessons/${id}/config/`, {})).status).toBe(404);
    expect((await browser.call('get', `courses/${courseId}/gradebook/lessons/${id}/config/`)).status).toBe(404);
  }
  for (const part of ['', 'settings/']) expect((await school.browser.call('get', `courses/${NOWHERE}/gradebook/${part}`)).status).toBe(404);
  expect((await school.browser.call('put', `courses/${NOWHERE}/gradebook/settings/`, {})).status).toBe(404);
});

test('the largest weights and scores far above the points are stored and shown', async () => {
  const essay = await course.assignment(1);
  const learner = await course.enrolled();
  const { categories } = await course.settings({ is_weighted: true, pass_percent: 1000, categories: [{ name: 'Essays', weight_percent: 1000 }] });
  await course.configure(essay, { category_id: categories[0]?.id, points: 0.01 });
  await course.grade(learner, essay, { score: 1_000_000, allow_over: true });
  const { results } = await course.grid();
  expect(results[0]?.current).toMatchObject({ score: 1_000_000, points: 0.01, percent: expect.any(Number), is_passed: true });
});
