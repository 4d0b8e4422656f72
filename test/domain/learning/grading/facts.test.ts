import { newId } from '../../../../src/domain/kernel/ids.ts';
import type { PersonalData } from '../../../../src/domain/kernel/personal-data.ts';
import { type LessonOverride, replaceOverrides } from '../../../../src/domain/learning/access/overrides.ts';
import { overrideData } from '../../../../src/domain/learning/access/personal-data.ts';
import { readWork, type WorkCell } from '../../../../src/domain/learning/grading/facts.ts';
import { completePassed, hideWork, postWork } from '../../../../src/domain/learning/grading/posting.ts';
import { writePolicy } from '../../../../src/domain/learning/policies/policy.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { expectStatus } from '../../../support/browser.ts';
import { attempt, lessonKey, newCohort, override } from '../../../support/grading.ts';
import { runTask } from '../../../support/jobs.ts';
import { type Enrolled, newEnrolled, progressIn, refusalOf, report, userId, view } from '../../../support/learner.ts';
import type { Row } from '../../../support/organisation.ts';
import { newSchool, type School } from '../../../support/school.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const now = () => new Date(app.clock.now()).toISOString();
const dateIn = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
const on = (days: number) => ({ kind: 'date' as const, date: dateIn(days), time: '12:00' });
const at = (days: number) => `${dateIn(days)}T12:00:00.000Z`;
const QUIZ = { questions: [1, 2, 3].map((n) => ({ type: 'true_false', id: `q${n}`, prompt: 'True?', correct: true, points: 2.5 })), passing_score_percent: 60 };

interface Place {
  courseId: string;
  quiz: Row;
  essay: Row;
  learner: Enrolled;
}

async function newPlace(due: object = { kind: 'none' }): Promise<Place> {
  const course = await school.newCourse({ status: 'published', timezone: 'UTC' });
  const chapter = await school.newChapter(course.id);
  const quiz = await school.newLesson({ content_type: 'quiz', content: QUIZ }, chapter);
  const essay = await school.newLesson(
    { content_type: 'assignment', content: { instructions: 'Write.', submission_kinds: ['text'], points: 20, due } },
    chapter,
  );
  await school.newLesson({}, chapter);
  return { courseId: course.id, quiz, essay, learner: await newEnrolled(app, school, course.id) };
}
/** The chapter of the place, for further lessons. */
const chapterOf = ({ quiz, courseId }: Place) => ({ id: quiz.chapter_id as string, course_id: courseId });
const read = ({ courseId }: Place, enrollmentIds: string[]) =>
  readWork(app.database.db, { organisationId: school.organisation.id, courseId }, { enrollmentIds }, now());
const cellOf = async (place: Place, lesson: Row): Promise<WorkCell> => {
  const { cells } = await read(place, [place.learner.enrollmentId]);
  return cells.find(({ lessonId }) => lessonId === lesson.id) as WorkCell;
};

const answer = ({ quiz, learner }: Pick<Place, 'quiz' | 'learner'>, right: number) =>
  attempt(
    learner.browser,
    quiz,
    QUIZ.questions.map(({ id }, index) => ({ question_id: id, is_true: index < right })),
  );
const hand = ({ essay, learner }: Place, text: string) =>
  expectStatus(200, report(learner.browser, essay, { event: 'assignment_submitted', submission: { text } }));
test('the facts of a course list graded lessons in order with their points, and every finished attempt with exact points', async () => {
  const place = await newPlace();
  const idle = await newEnrolled(app, school, place.courseId);
  await answer(place, 1);
  await answer(place, 3);
  await expectStatus(200, report(place.learner.browser, place.quiz, { event: 'quiz_started' }));
  await hand(place, 'First');
  await hand(place, 'Second');
  const { lessons, learners, cells } = await read(place, [idle.enrollmentId, place.learner.enrollmentId, newId()]);
  expect(lessons).toMatchObject([
    { id: place.quiz.id, contentType: 'quiz', points: '7.5', posting: 'automatic', isAnonymous: false, isPublished: true },
    { id: place.essay.id, contentType: 'assignment', points: '20' },
  ]);
  expect(learners.map(({ enrollmentId }) => enrollmentId)).toEqual([idle.enrollmentId, place.learner.enrollmentId]);
  expect(cells).toMatchObject([
    { enrollmentId: idle.enrollmentId, lessonId: place.quiz.id, attempts: [], submissions: [] },
    { enrollmentId: idle.enrollmentId, lessonId: place.essay.id, attempts: [], submissions: [] },
    {
      enrollmentId: place.learner.enrollmentId,
      lessonId: place.quiz.id,
      attempts: [
        { number: 1, points: '2.5', maxPoints: '7.5', isPassed: false, needsGrading: false, postedAt: now() },
        { number: 2, points: '7.5', isPassed: true },
      ],
    },
    {
      enrollmentId: place.learner.enrollmentId,
      lessonId: place.essay.id,
      attempts: [],
      submissions: [{ number: 1 }, { number: 2, submittedAt: now(), postedAt: null, lateMs: 0 }],
    },
  ]);
});

test("a learner's own override of the due moment wins over those of cohorts, of which the latest wins over the lesson's", async () => {
  const place = await newPlace(on(1));
  const [early, late] = [
    await newCohort(app, school, place.courseId, place.learner.enrollmentId),
    await newCohort(app, school, place.courseId, place.learner.enrollmentId),
  ];
  const due = async () => (await cellOf(place, place.essay)).dueAt;
  const replace = (...overrides: LessonOverride[]) => replaceOverrides(app.database.db, lessonKey(school, place.essay), overrides);
  expect(await due()).toBe(at(1));
  await replace(override({ cohort_id: early, due: on(3) }), override({ cohort_id: late, due: on(5) }));
  expect(await due()).toBe(at(5));
  await replace(override({ cohort_id: late, due: on(5) }), override({ enrollment_id: place.learner.enrollmentId, due: on(2) }));
  expect(await due()).toBe(at(2));
  await replace(override({ cohort_id: late, due: on(5) }), override({ cohort_id: early, due: { kind: 'none' } }));
  expect(await due()).toBeNull();
  await replace(override({ cohort_id: late, due: on(5) }), override({ enrollment_id: place.learner.enrollmentId, extra_attempts: 1 }));
  expect(await due()).toBe(at(5));
  await replace();
  expect(await due()).toBe(at(1));
});

test('lateness counts from the later of the due moment at hand-in and the one now, and a due time includes its whole minute', async () => {
  const place = await newPlace(on(1));
  const minuteAfter = Date.parse(at(1)) + 60_000 - app.clock.now();
  app.clock.advance(minuteAfter - 1);
  await hand(place, 'In the last millisecond');
  expect((await cellOf(place, place.essay)).submissions.at(-1)).toMatchObject({ lateMs: 0 });
  app.clock.advance(1);
  const { body } = await hand(place, 'Late');
  expect(body.submissions.map(({ is_late }: Row) => is_late)).toEqual([true, false]);
  expect((await cellOf(place, place.essay)).submissions.at(-1)).toMatchObject({ lateMs: 60_000 });
  const { enrollmentId } = place.learner;
  await replaceOverrides(app.database.db, lessonKey(school, place.essay), [override({ enrollment_id: enrollmentId, due: on(1) })]);
  expect((await cellOf(place, place.essay)).submissions.at(-1)).toMatchObject({ lateMs: 0 });
  expect((await progressIn(place.learner.browser, place.essay)).body.submissions[0]).toMatchObject({ text: 'Late', is_late: false });
  await replaceOverrides(app.database.db, lessonKey(school, place.essay), [override({ enrollment_id: enrollmentId, due: on(-9) })]);
  expect((await cellOf(place, place.essay)).submissions.at(-1)).toMatchObject({ lateMs: 60_000 });
});

test('an override names a cohort or an enrollment of the course, each at most once', async () => {
  const place = await newPlace();
  const other = await newPlace();
  const cohort = await newCohort(app, school, place.courseId, place.learner.enrollmentId);
  const targets = [
    { cohort_id: await newCohort(app, school, other.courseId, other.learner.enrollmentId) },
    { cohort_id: cohort },
    { cohort_id: cohort },
    { enrollment_id: other.learner.enrollmentId },
  ];
  const replaced = replaceOverrides(
    app.database.db,
    lessonKey(school, place.quiz),
    targets.map((target) => override({ ...target, time_factor: 1.5 })),
  );
  await expect(replaced).rejects.toMatchObject({
    faults: [
      { field: 'overrides.0.cohort_id', code: 'unknown' },
      { field: 'overrides.2.cohort_id', code: 'duplicate' },
      { field: 'overrides.3.enrollment_id', code: 'unknown' },
    ],
  });
});

test('with posting by hand, a quiz completes its lesson when a passing result is posted, and hiding the result again completes nothing less', async () => {
  const place = await newPlace();
  const { db } = app.database;
  await writePolicy(db, lessonKey(school, place.quiz), { posting: 'manual', isAnonymous: false });
  expect(await answer(place, 3)).toMatchObject({ state: 'in_progress', completed_at: null });
  expect((await cellOf(place, place.quiz)).attempts).toMatchObject([{ points: '7.5', postedAt: null }]);
  expect(await postWork(db, lessonKey(school, place.quiz), [newId()], now())).toBe(0);
  expect(await postWork(db, lessonKey(school, place.quiz), null, now())).toBe(1);
  expect(await postWork(db, lessonKey(school, place.quiz), null, now())).toBe(0);
  await runTask(app, 'complete_passed', { organisation_id: school.organisation.id, lesson_id: place.quiz.id });
  expect((await progressIn(place.learner.browser, place.quiz)).body).toMatchObject({ state: 'completed', completed_at: now() });
  expect(await hideWork(db, lessonKey(school, place.quiz), [place.learner.enrollmentId])).toBe(1);
  expect((await cellOf(place, place.quiz)).attempts).toMatchObject([{ postedAt: null }]);
  expect((await progressIn(place.learner.browser, place.quiz)).body).toMatchObject({ state: 'completed' });
});

test('a learner whose result cannot be taken up keeps nobody else from completing a lesson', async () => {
  const place = await newPlace();
  const strange = await newEnrolled(app, school, place.courseId);
  const { db, pool } = app.database;
  const key = lessonKey(school, place.quiz);
  await writePolicy(db, key, { posting: 'manual', isAnonymous: false });
  const [first, second] = [place.learner, strange].sort((one, other) => (one.enrollmentId < other.enrollmentId ? -1 : 1)) as [Enrolled, Enrolled];
  for (const learner of [first, second]) await answer({ ...place, learner }, 3);
  expect(await postWork(db, key, null, now())).toBe(2);
  await pool.query(`update users set timezone = 'IST' where id = $1`, [first.id]);
  await expect(completePassed({ db, clock: app.clock }, key)).rejects.toThrow(`1 learners could not complete a lesson, such as ${first.enrollmentId}`);
  expect((await progressIn(second.browser, place.quiz)).body).toMatchObject({ state: 'completed' });
  await pool.query(`update users set timezone = 'UTC' where id = $1`, [first.id]);
  await completePassed({ db, clock: app.clock }, key);
  expect((await progressIn(first.browser, place.quiz)).body).toMatchObject({ state: 'completed' });
});

test('extra attempts and a time factor give a learner more attempts and a longer time limit than others have', async () => {
  const place = await newPlace();
  const content = { ...QUIZ, max_attempts: 1, time_limit_minutes: 45 };
  const quiz = await school.newLesson({ content_type: 'quiz', content }, chapterOf(place));
  const other = await newEnrolled(app, school, place.courseId);
  const { enrollmentId, browser } = place.learner;
  await replaceOverrides(app.database.db, lessonKey(school, quiz), [override({ enrollment_id: enrollmentId, extra_attempts: 1, time_factor: 1.25 })]);
  expect((await view(browser, quiz)).body.content).toMatchObject({ max_attempts: 2, time_limit_minutes: 57 });
  expect((await view(other.browser, quiz)).body.content).toMatchObject({ max_attempts: 1, time_limit_minutes: 45 });
  expect(await attempt(browser, quiz, [])).toMatchObject({ attempts_left: 1 });
  const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  expect(body.attempts[0]).toMatchObject({ number: 2, due_at: new Date(app.clock.now() + 57 * 60_000).toISOString() });
  await attempt(other.browser, quiz, []);
  expect(await refusalOf(report(other.browser, quiz, { event: 'quiz_started' }))).toEqual([409, 'no_attempts_left']);
});

test('an override of the closing keeps a lesson open for one learner, and closes it earlier for another', async () => {
  const place = await newPlace();
  const fields = { closes_day_offset: 2, closes_time: '12:00' };
  const quiz = await school.newLesson({ content_type: 'quiz', content: QUIZ, ...fields }, chapterOf(place));
  const [other, third] = [await newEnrolled(app, school, place.courseId), await newEnrolled(app, school, place.courseId)];
  await replaceOverrides(app.database.db, lessonKey(school, quiz), [
    override({ enrollment_id: place.learner.enrollmentId, closes: { kind: 'none' } }),
    override({ enrollment_id: other.enrollmentId, closes: on(1) }),
  ]);
  const locks = async () => Promise.all([place.learner, other, third].map(async ({ browser }) => (await view(browser, quiz)).body.lock_reason));
  expect(await locks()).toEqual([null, null, null]);
  app.clock.advance(Date.parse(at(1)) - app.clock.now());
  expect(await locks()).toEqual([null, 'closed', null]);
  app.clock.advance(5 * DAY_MS);
  expect(await locks()).toEqual([null, 'closed', 'closed']);
  expect(
    (await place.learner.browser.call('get', `courses/${place.courseId}/curriculum/`)).body.lessons.results.map(({ lock_reason }: Row) => lock_reason),
  ).toEqual([null, null, null, null]);
});

test('a quiz has a due rule, and an attempt handed in after its minute is late', async () => {
  const place = await newPlace();
  const quiz = await school.newLesson({ content_type: 'quiz', content: { ...QUIZ, due: on(1) } }, chapterOf(place));
  const due = at(1);
  expect((await view(place.learner.browser, quiz)).body).toMatchObject({ due_at: due });
  await attempt(place.learner.browser, quiz, []);
  app.clock.advance(Date.parse(due) + 90_000 - app.clock.now());
  expect(await attempt(place.learner.browser, quiz, [])).toMatchObject({ due_at: due });
  expect((await cellOf(place, quiz)).attempts).toMatchObject([
    { lateMs: 0, countingDueAt: due },
    { lateMs: 90_000, countingDueAt: due },
  ]);
});

test('the data export contains what staff arranged for the learner alone', async () => {
  const place = await newPlace();
  await replaceOverrides(app.database.db, lessonKey(school, place.quiz), [override({ enrollment_id: place.learner.enrollmentId, time_factor: 1.5 })]);
  const { rows } = await (overrideData[0] as Required<PersonalData>).exported.rows(await userId(app, place.learner)).execute(app.database.db);
  expect(rows).toMatchObject([{ lesson_id: place.quiz.id, time_factor: '1.50' }]);
});
