import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { type GradedCourse, handIn, newGradedCourse, takeQuiz } from '../../support/gradebook.ts';
import type { Enrolled } from '../../support/learner.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { awayFrom, newSchool, type School } from '../../support/school.ts';

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

const put = ({ enrollmentId }: { enrollmentId: string }, lesson: Row, body: object) =>
  school.browser.call('put', `${course.path}grades/${enrollmentId}/${lesson.id}/`, { updated_at: null, ...body });
const own = async ({ browser, enrollmentId }: Enrolled): Promise<Shape<'LearnerGrades'>> =>
  (await expectStatus(200, browser.call('get', `${course.path}learners/${enrollmentId}/`))).body;

test('an entered score is the grade of the cell, and the grid, the staff and the learner see the same number', async () => {
  const essay = await course.assignment(40);
  const learner = await course.enrolled();
  await handIn(learner, essay);
  expect(await course.cell(learner, essay)).toMatchObject({ state: 'needs_grading', score: null, updated_at: null, is_posted: false });
  const { body } = await expectStatus(200, put(learner, essay, { score: 33.5 }));
  expect(body).toMatchObject({
    lesson_id: essay.id,
    state: 'graded',
    score: 33.5,
    entered_score: 33.5,
    points: 40,
    is_entered: true,
    is_posted: true,
    works: [{ number: 1, raw_score: null, score: null, counts: false }],
    graded_by: { id: expect.any(String) },
    updated_at: expect.any(String),
  });
  const grid = await course.grid();
  expect(grid).toMatchObject({ count: 1, recomputation: { is_running: false, done: 1, total: 1 } });
  expect(grid.results[0]).toMatchObject({
    enrollment_id: learner.enrollmentId,
    current: { percent: 83.75, score: 33.5, points: 40 },
    final: { percent: 83.75 },
  });
  expect(grid.results[0]?.cells).toEqual([expect.objectContaining({ lesson_id: essay.id, score: 33.5, updated_at: body.updated_at })]);
  expect(await own(learner)).toMatchObject({ current: { percent: 83.75 }, cells: [{ score: 33.5, is_posted: true }] });
});

test('a stale token returns the current grade and changes nothing, also for the first writer of a cell', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  const { body: first } = await expectStatus(200, put(learner, essay, { score: 5 }));
  expect(await put(learner, essay, { score: 6 })).toMatchObject({
    status: 409,
    body: { code: 'stale_grade', grade: { score: 5, updated_at: first.updated_at } },
  });
  const { body: second } = await expectStatus(200, put(learner, essay, { score: 7, updated_at: first.updated_at }));
  expect(await put(learner, essay, { score: 8, updated_at: first.updated_at })).toMatchObject({ status: 409, body: { grade: { score: 7 } } });
  expect(Date.parse(second.updated_at)).toBeGreaterThan(Date.parse(first.updated_at));
});

test('of two first writers, and of many writers with one token, exactly one succeeds', async () => {
  const essay = await course.assignment(100);
  const learner = await course.enrolled();
  const firsts = await Promise.all([1, 2].map((score) => put(learner, essay, { score })));
  expect(firsts.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { updated_at } = await course.cell(learner, essay);
  const many = await Promise.all(Array.from({ length: MANY }, (_, score) => put(learner, essay, { score, updated_at })));
  const winners = many.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  expect(many.filter(({ status }) => status === 409)).toHaveLength(MANY - 1);
  expect((await course.cell(learner, essay)).score).toBe(winners[0]?.body.score);
});

test('a grade that contradicts itself or the lesson is refused with all its faults', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  expect(await faultsOf(put(learner, essay, { score: 5, is_excused: true, lateness: 'waived' }))).toEqual(['score excused', 'lateness excused']);
  expect(await faultsOf(put(learner, essay, { score: -1 }))).toEqual(['score out_of_range']);
  expect(await faultsOf(put(learner, essay, { score: 10.01, late_minutes: 5, work_number: 3 }))).toEqual([
    'late_minutes mismatch',
    'score above_points',
    'work_number unknown',
  ]);
  expect(await faultsOf(put(learner, essay, { lateness: 'set' }))).toEqual(['late_minutes mismatch']);
  await expectStatus(200, put(learner, essay, { score: 12, allow_over: true }));
  await course.configure(essay, { grading_type: 'pass_fail' });
  const { updated_at } = await course.cell(learner, essay);
  expect(await faultsOf(put(learner, essay, { score: 5, updated_at }))).toEqual(['score not_pass_fail']);
});

test('excusing a learner takes the lesson out of their grade, and removing the score brings the attempts back', async () => {
  const [quiz, essay] = [await course.quiz(10), await course.assignment(90)];
  const learner = await course.enrolled();
  await takeQuiz(learner, quiz, true);
  expect(await course.learner(learner)).toMatchObject({ current: { percent: 100 }, final: { percent: 10 } });
  await course.grade(learner, essay, { is_excused: true });
  expect(await course.learner(learner)).toMatchObject({ current: { percent: 100 }, final: { percent: 100 } });
  await course.grade(learner, quiz, { score: 4 });
  expect(await course.cell(learner, quiz)).toMatchObject({ score: 4, is_entered: true, works: [{ number: 1, raw_score: 10, score: 10, counts: false }] });
  await course.grade(learner, quiz, {});
  expect(await course.cell(learner, quiz)).toMatchObject({ score: 10, is_entered: false, works: [{ counts: true }] });
});

test('late work loses what the policy says, and the learner sees how it was computed', async () => {
  const yesterday = new Date(app.clock.now() - 25 * 3_600_000).toISOString();
  const essay = await course.assignment(1000, { due: { kind: 'date', date: yesterday.slice(0, 10), time: yesterday.slice(11, 16) } });
  const learner = await course.enrolled();
  await app.database.pool.query(`update enrollments set enrolled_at = enrolled_at - interval '9 days' where id = $1`, [learner.enrollmentId]);
  await course.settings({ late_policy: { is_enabled: true, rate_percent: 10 } });
  await handIn(learner, essay);
  await course.grade(learner, essay, { score: 1000 });
  const late = { intervals: 2, interval: 'day', rate_percent: 10, flat_percent: 0, floor_percent: 0, is_after_last_moment: false, deduction: 200 };
  expect((await own(learner)).cells[0]).toMatchObject({ score: 800, entered_score: 1000, late, is_late: true });
  await course.grade(learner, essay, { score: 1000, lateness: 'waived' });
  expect(await course.cell(learner, essay)).toMatchObject({ score: 1000, late: null, lateness: 'waived' });
  await course.grade(learner, essay, { score: 1000, lateness: 'set', late_minutes: 5 * 24 * 60 });
  expect(await course.cell(learner, essay)).toMatchObject({ score: 500, late: { intervals: 5 }, late_minutes: 7200 });
});

test('newer work is marked as handed in again, and the grade of the earlier work stays', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  await handIn(learner, essay, 'First');
  await course.grade(learner, essay, { score: 6 });
  await handIn(learner, essay, 'Second');
  expect(await course.cell(learner, essay)).toMatchObject({ score: 6, is_handed_in_again: true });
  await course.grade(learner, essay, { score: 8 });
  expect(await course.cell(learner, essay)).toMatchObject({ score: 8, is_handed_in_again: false });
});

test('handing late work in again takes nothing back of what the grade lost, until a person grades the newer work', async () => {
  const yesterday = new Date(app.clock.now() - 25 * 3_600_000).toISOString();
  const essay = await course.assignment(100, { due: { kind: 'date', date: yesterday.slice(0, 10), time: yesterday.slice(11, 16) } });
  const learner = await course.enrolled();
  await course.settings({ late_policy: { is_enabled: true, rate_percent: 10 } });
  await handIn(learner, essay, 'First');
  await course.grade(learner, essay, { score: 90 });
  const lost = { score: 70, entered_score: 90, is_late: true, late: { intervals: 2, deduction: 20 } };
  expect(await course.cell(learner, essay)).toMatchObject(lost);
  app.clock.advance(24 * 3_600_000);
  await handIn(learner, essay, 'Second');
  expect(await course.cell(learner, essay)).toMatchObject({ ...lost, is_handed_in_again: true, works: [{ number: 2 }] });
  expect((await course.grid()).results[0]).toMatchObject({ current: { percent: 70 } });
  await course.grade(learner, essay, { score: 90 });
  expect(await course.cell(learner, essay)).toMatchObject({ score: 60, late: { intervals: 3 }, is_handed_in_again: false });
});

test('a grade under posting by hand stays hidden from its learner until it is posted, and can be hidden again', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  await course.settings({ posting: 'manual' });
  await course.grade(learner, essay, { score: 5, comment: { text: 'Well done' } });
  const hidden = {
    current: { percent: null },
    cells: [{ state: 'not_submitted', score: null, entered_score: null, updated_at: null, comments: [], graded_by: null, graded_at: null }],
  };
  expect(await own(learner)).toMatchObject(hidden);
  expect(await course.learner(learner)).toMatchObject({
    current: { percent: 50 },
    cells: [{ score: 5, is_posted: false, comments: [{ text: 'Well done', posted_at: null }] }],
  });
  await course.configure(essay, { posted: true });
  expect(await own(learner)).toMatchObject({ current: { percent: 50 }, cells: [{ score: 5, comments: [{ text: 'Well done' }] }] });
  await course.configure(essay, { posted: false, posted_for: [learner.enrollmentId] });
  expect(await own(learner)).toMatchObject(hidden);
});

test('a draft of a comment is seen by staff only, can be changed, and carries stored documents', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  const { comments } = await course.grade(learner, essay, { score: 5, comment: { text: 'Hm', is_draft: true } });
  expect(comments).toEqual([expect.objectContaining({ text: 'Hm', is_draft: true, posted_at: null, files: [], work_number: null })]);
  expect((await own(learner)).cells[0]?.comments).toEqual([]);
  const { updated_at } = await course.cell(learner, essay);
  const unknown = '01890000-0000-7000-8000-000000000000';
  expect(await faultsOf(put(learner, essay, { score: 5, updated_at, comment: { text: 'x', document_ids: [unknown] } }))).toEqual([
    'comment.document_ids.0 unknown',
  ]);
  expect(await faultsOf(put(learner, essay, { score: 5, updated_at, comment: { text: 'x', id: unknown } }))).toEqual(['comment.id unknown']);
  await course.grade(learner, essay, { score: 5, comment: { id: comments[0]?.id, text: 'Good' } });
  expect((await own(learner)).cells[0]?.comments).toEqual([expect.objectContaining({ text: 'Good', is_draft: false })]);
});

test('a comment belongs to the work that it is about, and its files can be downloaded by the learner once it is posted', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  await handIn(learner, essay, 'First');
  await handIn(learner, essay, 'Second');
  const [object, document] = [newId(), newId()];
  const file = { course_id: course.courseId, purpose: 'document', file_name: 'notes.pdf', content_type: 'application/pdf', size_bytes: 3, status: 'ready' };
  const tenant = { organisation_id: school.organisation.id };
  await app.database.db
    .insertInto('storage_objects')
    .values({ ...tenant, id: object, storage_key: `files/${object}`, ...file } as never)
    .execute();
  await app.database.db
    .insertInto('documents')
    .values({ ...tenant, id: document, course_id: course.courseId, object_id: object, title: 'Notes' })
    .execute();
  await course.grade(learner, essay, { score: 5, comment: { text: 'See my notes', document_ids: [document] } });
  const shown = { text: 'See my notes', work_number: 2, files: [{ id: document, content_type: 'application/pdf', url: expect.any(String) }] };
  expect((await own(learner)).cells[0]?.comments).toMatchObject([shown]);
});

test('a learner sees only their own grades, and objects of other places do not exist', async () => {
  const essay = await course.assignment(10);
  const [one, other] = [await course.enrolled(), await course.enrolled()];
  await course.grade(other, essay, { score: 5 });
  expect(await refusalOf(one.browser.call('get', `${course.path}learners/${other.enrollmentId}/`))).toEqual([404, 'not_found']);
  expect(await refusalOf(one.browser.call('get', course.path))).toEqual([403, 'permission_denied']);
  expect(await refusalOf(put(one, { id: 'x' } as Row, { score: 1 }))).toEqual([404, 'not_found']);
  const text = await school.newLesson({ content_type: 'lesson' });
  expect(await refusalOf(put(one, text, { score: 1 }))).toEqual([404, 'not_found']);
  for (const [browser, courseId, id] of await awayFrom(app, school, one.enrollmentId)) {
    expect((await browser.call('get', `courses/${courseId}/gradebook/learners/${id}/`)).status).toBe(404);
    expect((await browser.call('put', `courses/${courseId}/gradebook/grades/${id}/${essay.id}/`, { updated_at: null, score: 1 })).status).toBe(404);
  }
});

test('every grade is in the audit log with what it was before and after', async () => {
  const essay = await course.assignment(10);
  const learner = await course.enrolled();
  await course.grade(learner, essay, { score: 5 });
  await course.grade(learner, essay, { score: 6 });
  const { rows } = await app.database.pool.query(`select before, after from audit_log where object_id = $1 and action = 'grade.updated' order by id`, [
    learner.enrollmentId,
  ]);
  expect(rows).toMatchObject([
    { before: null, after: { score: 5, lesson_id: essay.id } },
    { before: { score: 5 }, after: { score: 6, lesson_id: essay.id } },
  ]);
});
