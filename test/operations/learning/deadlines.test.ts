import { startTestApp, type TestApp } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { type Browser, expectStatus } from '../../support/browser.ts';
import { newGradedCourse } from '../../support/gradebook.ts';
import { override } from '../../support/grading.ts';
import { lessonPath, newEnrolled, progressIn, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const inMinutes = (minutes: number) => new Date(app.clock.now() + minutes * MINUTE_MS).toISOString();

/** A learner whose attempt at a quiz of ten minutes has just begun. */
async function running(fields: object = {}, course: object = {}) {
  const graded = await newGradedCourse(app, school, course);
  const quiz = await graded.quiz(10, { time_limit_minutes: 10, max_attempts: 1 }, fields);
  const learner = await graded.enrolled();
  const { body } = await expectStatus(200, report(learner.browser, quiz, { event: 'quiz_started' }));
  return { ...graded, graded, quiz, learner, attempt: body.attempts[0] as Row };
}
const dueAt = async (browser: Browser, quiz: Row): Promise<string | null> => (await expectStatus(200, progressIn(browser, quiz))).body.attempts[0].due_at;
const current = async (quiz: Row): Promise<Row> => (await expectStatus(200, school.browser.call('get', lessonPath(quiz)))).body;

describe('a running attempt ends later at once', () => {
  test('by extra time, which the response and the audit log name, and never earlier when the extra time is taken back', async () => {
    const { graded, quiz, learner, attempt } = await running();
    expect(attempt.due_at).toBe(inMinutes(10));
    const moved = { enrollment_id: learner.enrollmentId, lesson_id: quiz.id, former_due_at: inMinutes(10), due_at: inMinutes(20) };
    const own = override({ enrollment_id: learner.enrollmentId, time_factor: 2 });
    expect((await graded.configure(quiz, { overrides: [own] })).moved_attempts).toEqual([moved]);
    expect(await dueAt(learner.browser, quiz)).toBe(inMinutes(20));
    const log = await expectStatus(200, school.browser.call('get', `audit-log/?object_id=${quiz.id}&action=gradebook.lesson_updated`));
    expect(log.body.results[0].after).toMatchObject({ moved_attempts_1: [moved] });
    expect((await graded.configure(quiz, { overrides: [] })).moved_attempts).toEqual([]);
    expect(await dueAt(learner.browser, quiz)).toBe(inMinutes(20));
  });

  test('by a longer limit, after which the answers of the longer time count', async () => {
    const { quiz, learner, attempt } = await running();
    const { content, updated_at } = await current(quiz);
    const changed = await expectStatus(
      200,
      school.browser.call('patch', lessonPath(quiz), { updated_at, content: { ...(content as Row), time_limit_minutes: 240 } }),
    );
    expect(changed.headers['attempts-moved']).toBe('1');
    expect(await dueAt(learner.browser, quiz)).toBe(inMinutes(240));
    app.clock.advance(30 * MINUTE_MS);
    const answers = [{ question_id: 'q', is_true: true }];
    const { body } = await expectStatus(200, report(learner.browser, quiz, { event: 'quiz_submitted', attempt_id: attempt.id, answers }));
    expect(body.attempts).toMatchObject([{ state: 'submitted', score_percent: 100 }]);
    const log = await expectStatus(200, school.browser.call('get', 'audit-log/?action=course.deadlines_moved'));
    expect(log.body.results[0]).toMatchObject({ object_id: quiz.course_id, after: { moved_attempts: [{ enrollment_id: learner.enrollmentId }] } });
  });

  test('by a later closing, by a cohort that has more time, by a longer access, and by opening everything', async () => {
    const closing = { closes_day_offset: 0, closes_time: '00:05', opens_day_offset: 0, opens_time: '00:00' };
    app.clock.advance(DAY_MS - (app.clock.now() % DAY_MS));
    const { graded, quiz, learner, courseId } = await running(closing, { timezone: 'UTC', schedule_basis: 'enrollment' });
    expect(await dueAt(learner.browser, quiz)).toBe(inMinutes(5));
    const { updated_at } = await current(quiz);
    await expectStatus(200, school.browser.call('patch', `courses/${courseId}/lessons/${quiz.id}/schedule/`, { updated_at, closes_time: '00:08' }));
    expect(await dueAt(learner.browser, quiz)).toBe(inMinutes(8));
    const cohort = (await expectStatus(201, school.browser.call('post', `courses/${courseId}/cohorts/`, { name: 'Slow' }))).body;
    await graded.configure(quiz, { overrides: [override({ cohort_id: cohort.id, closes: { kind: 'none' } as never, time_factor: 3 })] });
    await expectStatus(200, school.browser.call('post', `courses/${courseId}/cohorts/${cohort.id}/members/`, { add: [learner.enrollmentId] }));
    expect(await dueAt(learner.browser, quiz)).toBe(inMinutes(30));
    const other = await newEnrolled(app, school, courseId);
    const path = `courses/${courseId}/learners/${other.enrollmentId}/`;
    await expectStatus(200, school.browser.call('patch', path, { expires_at: inMinutes(3) }));
    await expectStatus(200, report(other.browser, quiz, { event: 'quiz_started' }));
    expect(await dueAt(other.browser, quiz)).toBe(inMinutes(3));
    await expectStatus(200, school.browser.call('patch', path, { expires_at: inMinutes(100) }));
    expect(await dueAt(other.browser, quiz)).toBe(inMinutes(8));
    await expectStatus(200, school.browser.call('patch', path, { opens_everything: true }));
    expect(await dueAt(other.browser, quiz)).toBe(inMinutes(10));
  });

  test('by the end of all limits, with which it has no end', async () => {
    const { quiz, learner } = await running();
    const { content, updated_at } = await current(quiz);
    await expectStatus(200, school.browser.call('patch', lessonPath(quiz), { updated_at, content: { ...(content as Row), time_limit_minutes: null } }));
    expect(await dueAt(learner.browser, quiz)).toBeNull();
  });
});

test('an attempt whose time is up stays over, whatever staff change afterwards', async () => {
  const { graded, quiz, learner } = await running();
  app.clock.advance(10 * MINUTE_MS);
  const own = override({ enrollment_id: learner.enrollmentId, time_factor: 2 });
  expect((await graded.configure(quiz, { overrides: [own] })).moved_attempts).toEqual([]);
  expect(await dueAt(learner.browser, quiz)).toBe(inMinutes(0));
});

test('every attempt of many that begin while the limit becomes longer has the longer one', async () => {
  const graded = await newGradedCourse(app, school);
  const quiz = await graded.quiz(10, { time_limit_minutes: 10 });
  const learners = await Promise.all(Array.from({ length: MANY }, () => graded.enrolled()));
  const { content, updated_at } = await current(quiz);
  const longer = school.browser.call('patch', lessonPath(quiz), { updated_at, content: { ...(content as Row), time_limit_minutes: 60 } });
  await Promise.all([...learners.map(({ browser }) => expectStatus(200, report(browser, quiz, { event: 'quiz_started' }))), expectStatus(200, longer)]);
  const { rows } = await app.database.pool.query('select distinct due_at - started_at as time from quiz_attempts where lesson_id = $1', [quiz.id]);
  expect(rows).toEqual([{ time: expect.objectContaining({ hours: 1 }) }]);
});
