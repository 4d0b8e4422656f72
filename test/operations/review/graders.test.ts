import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { handedIn } from '../../support/ai-grading.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { atOnce } from '../../support/at-once.ts';
import { expectStatus, type TestUser } from '../../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../../support/gradebook.ts';
import { newCohort } from '../../support/grading.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newAnsweredQuiz, type Reviewing, reviewing } from '../../support/review.ts';
import { enrollMany, newColleague, newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: GradedCourse;
let staff: Reviewing;
let lesson: Row;
let ada: TestUser & { id: string };
let ben: TestUser & { id: string };
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  [ada, ben] = [await newColleague(app, school), await newColleague(app, school)];
  course = await newGradedCourse(app, school);
  staff = reviewing(app, school, course);
  lesson = await course.assignment(10);
});
afterAll(() => app.close());

const path = () => `${course.path}lessons/${lesson.id}/graders/`;
const put = (graders: object[]) => school.browser.call('put', path(), { graders });
const assign = async (...graders: object[]): Promise<Shape<'LessonGraders'>> => (await expectStatus(200, put(graders))).body;
const read = async (): Promise<Shape<'LessonGraders'>> => (await expectStatus(200, school.browser.call('get', path()))).body;
const queueOf = ({ id }: { id: string }, query = '') => staff.idsOf(lesson, `?assigned_to=${id}${query}`);
const counts = ({ graders }: Shape<'LessonGraders'>) => new Map(graders.map(({ user, learners, waiting }) => [user.id, [learners, waiting]]));
const enroll = (count: number) => enrollMany(app, school.organisation.id, course.courseId, count);
const join = (cohort: string, ids: readonly string[]) =>
  app.database.pool.query('insert into cohort_members (organisation_id, cohort_id, enrollment_id) select $1, $2, unnest($3::uuid[])', [
    school.organisation.id,
    cohort,
    ids,
  ]);

test('learners are dealt to graders in turn by their shares, and the queue of each grader holds only theirs', async () => {
  const works = await handedIn(app, school, course, lesson, ['1', '2', '3', '4', '5', '6']);
  await enroll(3);
  expect(await read()).toEqual({ lesson_id: lesson.id, graders: [], unassigned_learners: 9, unassigned_waiting: 6 });
  const made = await assign({ user_id: ada.id, share: 2 }, { user_id: ben.id });
  expect(made.graders.map(({ user, cohort_id, share }) => [user.id, cohort_id, share]).sort()).toEqual(
    [
      [ada.id, null, 2],
      [ben.id, null, 1],
    ].sort(),
  );
  expect(counts(made)).toEqual(
    new Map([
      [ada.id, [6, 4]],
      [ben.id, [3, 2]],
    ]),
  );
  expect([made.unassigned_learners, made.unassigned_waiting]).toEqual([0, 0]);
  const [adas, bens] = [await queueOf(ada), await queueOf(ben)];
  expect([adas.length, bens.length]).toEqual([4, 2]);
  expect([...adas, ...bens].sort()).toEqual([...works].sort());
  await expectStatus(200, staff.put(lesson, bens[0] as string, { score: 3 }));
  expect(await queueOf(ben, '&status=ungraded')).toEqual([bens[1]]);
  expect(await queueOf(school)).toEqual([]);
  const { next_enrollment_id, previous_enrollment_id } = await staff.review(lesson, bens[0] as string, `?assigned_to=${ben.id}`);
  expect([previous_enrollment_id, next_enrollment_id]).toEqual([null, bens[1]]);
  // Who enrolls later is dealt next, and nobody changes hands.
  await handedIn(app, school, course, lesson, ['7', '8', '9']);
  expect((await queueOf(ada)).slice(0, 4)).toEqual(adas);
  expect(counts(await read())).toEqual(
    new Map([
      [ada.id, [8, 6]],
      [ben.id, [4, 2]],
    ]),
  );
});

test('a cohort is graded by those who are named for it, and everybody else by those who are named without one', async () => {
  const [one = '', two = '', three = '', four = ''] = await handedIn(app, school, course, lesson, ['1', '2', '3', '4']);
  const cohort = await newCohort(app, school, course.courseId, two);
  await join(cohort, [three]);
  const other = await newCohort(app, school, course.courseId, two);
  await assign({ user_id: ada.id }, { user_id: ben.id, cohort_id: cohort });
  expect(await queueOf(ada)).toEqual([one, four]);
  expect(await queueOf(ben)).toEqual([two, three]);
  const both = await assign({ user_id: ben.id, cohort_id: cohort }, { user_id: ada.id, cohort_id: other });
  expect([await queueOf(ben), await queueOf(ada)]).toEqual([[two, three], []]);
  expect([both.unassigned_learners, both.unassigned_waiting]).toEqual([2, 2]);
  await app.database.pool.query('delete from cohort_members where cohort_id = $1', [cohort]);
  await expectStatus(204, school.browser.call('delete', `courses/${course.courseId}/cohorts/${cohort}/`));
  expect([await queueOf(ben), await queueOf(ada)]).toEqual([[], [two]]);
});

test('by question, the answers of a learner are listed for the grader of that learner', async () => {
  const { quiz, answered } = await newAnsweredQuiz(app, school, course);
  lesson = quiz;
  const learners: string[] = [];
  for (let number = 0; number < 4; number++) learners.push((await answered('So')).enrollmentId);
  await assign({ user_id: ada.id }, { user_id: ben.id });
  const [adas, bens] = [await queueOf(ada, '&question_id=e'), await queueOf(ben, '&question_id=e')];
  expect([adas.length, bens.length]).toEqual([2, 2]);
  expect([...adas, ...bens].sort()).toEqual([...learners].sort());
});

test('while a lesson is graded anonymously, all aliases are dealt to all graders, so that neither a cohort nor a place in the list tells whose work it is', async () => {
  const [one = ''] = await handedIn(app, school, course, lesson, ['1', '2', '3', '4']);
  const cohort = await newCohort(app, school, course.courseId, one);
  await assign({ user_id: ada.id }, { user_id: ben.id, cohort_id: cohort });
  expect(await queueOf(ben)).toEqual([one]);
  await course.configure(lesson, { anonymous_grading: true });
  await course.grid();
  const { rows } = await app.database.pool.query('select id from gradebook_aliases where lesson_id = $1 order by id', [lesson.id]);
  const aliases = rows.map(({ id }) => id);
  const [first, second] = [ada, ben].sort((a, b) => (a.id < b.id ? -1 : 1)) as [typeof ada, typeof ben];
  expect(aliases).toHaveLength(4);
  expect(await queueOf(first)).toEqual([aliases[0], aliases[2]]);
  expect(await queueOf(second)).toEqual([aliases[1], aliases[3]]);
});

test('only owners and creators grade, only cohorts of the course count, and nobody is named twice for the same learners', async () => {
  const learner = await course.enrolled();
  const { id: elsewhere } = await school.newCourse();
  const foreign = await newGradedCourse(app, school);
  const cohort = await newCohort(app, school, foreign.courseId, (await foreign.enrolled()).enrollmentId);
  expect(
    await faultsOf(put([{ user_id: learner.id }, { user_id: ada.id }, { user_id: ada.id.toUpperCase() }, { user_id: ben.id, cohort_id: cohort }])),
  ).toEqual(['graders.0.user_id unknown', 'graders.2 duplicate', 'graders.3.cohort_id unknown']);
  expect(await refusalOf(school.browser.call('put', `courses/${elsewhere}/gradebook/lessons/${lesson.id}/graders/`, { graders: [] }))).toEqual([
    404,
    'not_found',
  ]);
  expect(await refusalOf(learner.browser.call('get', path()))).toEqual([403, 'permission_denied']);
  expect((await read()).graders).toEqual([]);
});

test('a grader who is no longer staff is no grader, and the work falls to the others', async () => {
  const works = await handedIn(app, school, course, lesson, ['1', '2']);
  await assign({ user_id: ada.id }, { user_id: ben.id });
  expect(await queueOf(ada)).toHaveLength(1);
  await expectStatus(200, school.browser.call('patch', `tenants/members/${ben.id}/`, { role: 'learner' }));
  expect(counts(await read())).toEqual(new Map([[ada.id, [2, 2]]]));
  expect([await queueOf(ada), await queueOf(ben)]).toEqual([works, []]);
});

test('of several who replace the graders at once, the last one counts as a whole, and each change is audited', async () => {
  await enroll(2);
  const lists = [[{ user_id: ada.id }], [{ user_id: ben.id }, { user_id: ada.id, share: 3 }], [{ user_id: ben.id, share: 2 }]];
  await assign({ user_id: school.id });
  const answers = await atOnce(
    app,
    `select from gradebook_lessons where lesson_id = '${lesson.id}' for update`,
    lists.map((list) => () => put(list)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const now = (await read()).graders.map(({ user, share }) => ({ user_id: user.id, share }));
  const whole = lists.map((list) => list.map((one) => ({ share: 1, ...one })));
  const inOrder = (list: { user_id: string }[]) => list.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
  expect(whole.map(inOrder)).toContainEqual(inOrder(now));
  const { rows } = await app.database.pool.query(`select after from audit_log where object_id = $1 and action = 'gradebook.graders_replaced' order by id`, [
    lesson.id,
  ]);
  expect(rows).toHaveLength(4);
  expect(rows[0].after).toEqual({ graders: [{ user_id: school.id, cohort_id: null, share: 1 }] });
});
