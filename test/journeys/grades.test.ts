import type { Shape } from '../../src/domain/kernel/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectStatus } from '../support/browser.ts';
import { type GradedCourse, handIn, newGradedCourse, takeQuiz, turnKey } from '../support/gradebook.ts';
import type { Enrolled } from '../support/learner.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

/** The score and the points of the items that count, by category, after drop rules. */
type Counted = Record<string, [score: number, points: number][]>;
const WEIGHTS: Record<string, number> = { Quizzes: 40, Essays: 50, Extra: 20 };

/** Computes the percentage in another way than the service does: from whole hundredths of points, in plain numbers. */
function percentOf(counted: Counted): number {
  const parts = Object.entries(counted).map(([category, items]) => {
    const sum = (place: 0 | 1) => items.reduce((total, item) => total + Math.round(item[place] * 100), 0);
    return { weight: WEIGHTS[category] as number, ratio: sum(0) / sum(1) };
  });
  const weights = parts.reduce((total, { weight }) => total + weight, 0);
  const percent = (parts.reduce((total, { weight, ratio }) => total + weight * ratio, 0) / Math.min(weights, 100)) * 100;
  return Math.round(percent * 100 + 1e-7) / 100;
}

interface Expected {
  learner: Enrolled;
  cells: (number | string | null)[];
  current: number;
  final: number;
}

test('the gradebook, the learner and the export show the same grades of a course with weights, drops, late, missing, excused and regraded work', async () => {
  const course = await newGradedCourse(app, school);
  const yesterday = new Date(app.clock.now() - 25 * 3_600_000).toISOString();
  const due = { kind: 'date', date: yesterday.slice(0, 10), time: yesterday.slice(11, 16) };
  const [quiz, hard] = [await course.quiz(10), await course.quiz(20)];
  const [essay, letter, bonus] = [await course.assignment(100, { due }), await course.assignment(30), await course.assignment(5)];
  const learners = [await course.enrolled(), await course.enrolled(), await course.enrolled()];
  const [one, two, three] = learners as [Enrolled, Enrolled, Enrolled];
  await app.database.pool.query(`update enrollments set enrolled_at = enrolled_at - interval '9 days' where course_id = $1`, [course.courseId]);
  const settings = await course.settings({
    is_weighted: true,
    pass_percent: 60,
    grading_scheme: {
      kind: 'letters',
      letters: [
        { letter: 'A', from_percent: 90 },
        { letter: 'B', from_percent: 60 },
        { letter: 'F', from_percent: 0 },
      ],
    },
    late_policy: { is_enabled: true, rate_percent: 10 },
    missing_policy: { is_enabled: true, deduct_percent: 40 },
    categories: [
      { name: 'Quizzes', weight_percent: 40, drop_lowest: 1 },
      { name: 'Essays', weight_percent: 50 },
      { name: 'Extra', weight_percent: 20 },
    ],
  });
  const [quizzes, essays, extra] = settings.categories.map(({ id }) => id);
  for (const lesson of [quiz, hard]) await course.configure(lesson, { category_id: quizzes });
  const tomorrow = { kind: 'date', date: new Date(app.clock.now() + 86_400_000).toISOString().slice(0, 10), time: '12:00' };
  await course.configure(essay, { category_id: essays, overrides: [{ enrollment_id: one.enrollmentId, due: tomorrow }] });
  await course.configure(letter, { category_id: essays, posting: 'manual' });
  await course.configure(bonus, { category_id: extra });

  await takeQuiz(one, quiz, false);
  await takeQuiz(one, quiz, true);
  await takeQuiz(one, hard, false);
  await takeQuiz(two, quiz, true);
  await course.grade(two, hard, { is_excused: true });
  for (const learner of [one, two]) {
    await handIn(learner, essay);
    await course.grade(learner, essay, { score: 87.5 });
  }
  await course.grade(one, letter, { score: 22.25 });
  await course.grade(two, letter, { score: 29.99 });
  await course.grade(one, bonus, { score: 5 });

  const expected: Expected[] = [
    {
      learner: one,
      cells: [10, 0, 87.5, 22.25, 5],
      current: percentOf({
        Quizzes: [[10, 10]],
        Essays: [
          [87.5, 100],
          [22.25, 30],
        ],
        Extra: [[5, 5]],
      }),
      final: percentOf({
        Quizzes: [[10, 10]],
        Essays: [
          [87.5, 100],
          [22.25, 30],
        ],
        Extra: [[5, 5]],
      }),
    },
    {
      learner: two,
      cells: [10, 'EX', 67.5, 29.99, null],
      current: percentOf({
        Quizzes: [[10, 10]],
        Essays: [
          [67.5, 100],
          [29.99, 30],
        ],
      }),
      final: percentOf({
        Quizzes: [[10, 10]],
        Essays: [
          [67.5, 100],
          [29.99, 30],
        ],
        Extra: [[0, 5]],
      }),
    },
    {
      learner: three,
      cells: [null, null, 60, null, null],
      current: percentOf({ Essays: [[60, 100]] }),
      final: percentOf({
        Quizzes: [[0, 20]],
        Essays: [
          [60, 100],
          [0, 30],
        ],
        Extra: [[0, 5]],
      }),
    },
  ];
  await agree(course, expected);
  const own = async ({ browser, enrollmentId }: Enrolled): Promise<Shape<'LearnerGrades'>> =>
    (await expectStatus(200, browser.call('get', `${course.path}learners/${enrollmentId}/`))).body;
  expect((await own(two)).current.percent).toBe(percentOf({ Quizzes: [[10, 10]], Essays: [[67.5, 100]] }));
  expect((await own(two)).cells.map(({ score }) => score)).toEqual([10, null, 67.5, null, null]);
  await course.configure(letter, { category_id: essays, posting: 'manual', posted: true });
  for (const { learner, current, final } of expected) expect(await own(learner)).toMatchObject({ current: { percent: current }, final: { percent: final } });
  expect((await own(one)).cells[1]?.dropped_from).toEqual(['current', 'final']);
  expect((await own(one)).current).toMatchObject({ letter: 'A', is_passed: true });
  await agree(course, expected);

  // The key of the first quiz was wrong: its attempts are scored once more, and the better one of the first learner is now the other.
  await turnKey(school, quiz);
  const regrade = [{ question_id: 'q', mode: 'new_key' }];
  const dry = await course.configure(quiz, { category_id: quizzes, regrade, dry_run: true });
  expect(dry.regrade_preview).toMatchObject({ attempts: 3, rises: 1, falls: 2, kept: [] });
  await agree(course, expected);
  await course.configure(quiz, { category_id: quizzes, regrade });
  await app.mailbox.runJobs();
  expect((await own(one)).cells[0]?.works).toMatchObject([
    { number: 1, score: 10, counts: true },
    { number: 2, score: 0, counts: false },
  ]);
  const [first, second, third] = expected as [Expected, Expected, Expected];
  const Essays: Counted[string] = [
    [67.5, 100],
    [29.99, 30],
  ];
  const regraded = {
    ...second,
    cells: [0, 'EX', 67.5, 29.99, null],
    current: percentOf({ Quizzes: [[0, 10]], Essays }),
    final: percentOf({ Quizzes: [[0, 10]], Essays, Extra: [[0, 5]] }),
  };
  await agree(course, [first, regraded, third]);
  expect(await own(two)).toMatchObject({ current: { percent: regraded.current }, final: { percent: regraded.final } });
});

async function agree(course: GradedCourse, expected: readonly Expected[]): Promise<void> {
  const { results } = await course.grid('?page_size=200');
  const csv = (await expectStatus(200, school.browser.call('get', `${course.path}export/`))).text;
  for (const { learner, cells, current, final } of expected) {
    const row = results.find(({ enrollment_id }) => enrollment_id === learner.enrollmentId);
    expect(row).toMatchObject({ current: { percent: current }, final: { percent: final } });
    expect(row?.cells.map(({ score, state }) => (state === 'excused' ? 'EX' : score))).toEqual(cells);
    const page = await course.learner(learner);
    expect(page).toMatchObject({ current: row?.current, final: row?.final });
    expect(page.cells.map(({ score }) => score)).toEqual(row?.cells.map(({ score }) => score));
    const values =
      csv
        .split('\r\n')
        .find((line: string) => line.startsWith(learner.enrollmentId))
        ?.split(',')
        .slice(3) ?? [];
    expect(values.slice(0, -1)).toEqual([...cells, current, final].map((value) => String(value ?? '')));
  }
}
