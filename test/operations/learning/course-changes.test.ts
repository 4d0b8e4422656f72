import type supertest from 'supertest';
import { recountProgress } from '../../../src/domain/learning/progress/recount.ts';
import { MANY } from '../../support/at-once.ts';
import { expectStatus } from '../../support/browser.ts';
import { ownCertificates } from '../../support/certificates.ts';
import { type ListeningSchool, startListeningWith, type Told } from '../../support/events.ts';
import { type GradedCourse, gradedCourseOf, takeQuiz } from '../../support/gradebook.ts';
import { runTask } from '../../support/jobs.ts';
import { type Enrolled, lessonPath, newEnrolled, newVisitor, progressIn, report } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { enrollMany } from '../../support/school.ts';
import { partOf } from '../../support/worlds.ts';

const MINUTE_MS = 60_000;

let listening: ListeningSchool;
beforeAll(async () => {
  listening = await startListeningWith(
    { idle: ['make_badge', 'send_notice', 'spread_notice'] },
    'enrollment.completed',
    'certificate.issued',
    'lesson.completed',
  );
  // The first is made by operations, and the others, which are made at once, are its copies.
  await almostThrough();
});
afterAll(() => listening.close());

interface Fixture {
  courseId: string;
  learner: Enrolled;
  /** Two completed lessons and one that is not. */
  open: Row;
  spare: Row;
}

const staff = () => listening.school.browser;
const hasFalseEnd = ({ state, percent }: { state: string; percent: number }) => state === 'active' && percent === 100;
const courseOf = ({ data }: Told): string => (data.course as Row).id;
/** Runs the jobs that wait. Returns the types of the events in these courses: other tests leave some for later. */
const happenedIn = async (...courseIds: string[]) => typesOf((await listening.happened()).filter((event) => courseIds.includes(courseOf(event))));
const typesOf = (events: Told[]) => events.map(({ type }) => type);
const text = { content_type: 'lesson', content: { format: 'markdown', body: 'A text.' } };

async function complete({ browser }: Pick<Enrolled, 'browser'>, lesson: Row): Promise<void> {
  await expectStatus(200, report(browser, lesson, { event: 'opened' }));
  await expectStatus(200, report(browser, lesson, { event: 'read', seconds_spent: 0 }));
}

/** A course and who learns in it: what the operations in `make` made of it once, or a copy of that. */
async function learnerIn<T extends { courseId: string; enrollmentId: string }>(
  course: string,
  make: (learner: Pick<Enrolled, 'browser'>, fields: object) => Promise<T>,
): Promise<T & { learner: Enrolled }> {
  const { app, school } = listening;
  const { id: organisationId } = school.organisation;
  const visitor = await newVisitor(app, school);
  const makeOnce = async () => {
    const part = await make(visitor, { status: 'published', visibility: 'public', slug: `course-${visitor.id}` });
    await listening.happened();
    return part;
  };
  const name = `${course} of ${organisationId}`;
  const part = await partOf(app, name, { user: visitor.id }, makeOnce, ({ courseId, enrollmentId }) => [courseId, enrollmentId]);
  const joining = `insert into memberships (organisation_id, user_id, role) values ($1, $2, 'learner') on conflict do nothing`;
  await app.database.pool.query(joining, [organisationId, visitor.id]);
  return { ...part, learner: { ...visitor, enrollmentId: part.enrollmentId } };
}

const enroll = async ({ browser }: Pick<Enrolled, 'browser'>, courseId: string): Promise<string> =>
  (await expectStatus(201, browser.call('post', `courses/${courseId}/enroll/`, {}))).body.id;

/** A course with certificates, in which a learner has completed all lessons but one, which stands in a chapter of its own. */
async function almostThrough(lesson: object = text): Promise<Fixture> {
  const { app, school } = listening;
  const fixture = await learnerIn('a course with two completed lessons', async (person, fields) => {
    const { id } = await school.newCourse({ ...fields, completion_rules: { video_percent: 90, quiz: 'passed' } });
    const [first, second, hidden] = [await school.newChapter(id), await school.newChapter(id), await school.newChapter(id, { is_published: false })];
    const done = [await school.newLesson(text, first), await school.newLesson(text, first)];
    const open = await school.newLesson(text, second);
    await expectStatus(200, staff().call('put', `courses/${id}/certificate-settings/`, { is_enabled: true, requires_completion: true }));
    const enrollmentId = await enroll(person, id);
    for (const one of done) await complete(person, one);
    return { courseId: id, enrollmentId, open, spare: hidden };
  });
  if (lesson === text) return fixture;
  const { chapter_id, course_id, id } = fixture.open;
  const open = await school.newLesson(lesson, { id: String(chapter_id), course_id });
  await app.database.pool.query('delete from lessons where id = $1', [id]);
  return { ...fixture, open };
}

/** What the learner, and what staff, see of the learner. */
async function seen({ courseId, learner }: Fixture) {
  const { enrollment, percent } = (await expectStatus(200, learner.browser.call('get', `me/courses/${courseId}/progress/`))).body;
  const listed = (await expectStatus(200, staff().call('get', `courses/${courseId}/learners/`))).body.results[0];
  expect([enrollment.percent, listed.percent, listed.state]).toEqual([percent, percent, enrollment.state]);
  return { state: enrollment.state, percent };
}

async function watch({ browser }: Enrolled, video: Row, percent: number): Promise<void> {
  await expectStatus(200, report(browser, video, { event: 'opened' }));
  listening.app.clock.advance(100_000);
  await expectStatus(200, report(browser, video, { event: 'watched', seconds_spent: 100, watched_ranges: [{ from: 0, to: percent }] }));
}

async function fail({ browser }: Enrolled, quiz: Row): Promise<void> {
  const { body } = await expectStatus(200, report(browser, quiz, { event: 'quiz_started' }));
  await expectStatus(200, report(browser, quiz, { event: 'quiz_submitted', attempt_id: body.attempts[0].id, answers: [{ question_id: 'q', is_true: false }] }));
}

const lessonNow = async (lesson: Row): Promise<Row> => (await expectStatus(200, staff().call('get', lessonPath(lesson)))).body;
const video = { content_type: 'video', content: { source: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ', duration_seconds: 100 } };
const quiz = { content_type: 'quiz', content: { questions: [{ type: 'true_false', id: 'q', prompt: 'Is it?', correct: true }] } };

/** Everything that staff can change in a course by which its learners may have all lessons. */
const CAUSES: Record<
  string,
  { lesson?: object; before?: (learner: Enrolled, lesson: Row) => Promise<void>; change(fixture: Fixture): Promise<supertest.Response> }
> = {
  'the lesson is deleted': { change: ({ open }) => staff().call('delete', lessonPath(open)) },
  'the lesson is unpublished': {
    change: async ({ open }) => staff().call('patch', lessonPath(open), { updated_at: (await lessonNow(open)).updated_at, is_published: false }),
  },
  'its chapter is unpublished': {
    change: ({ courseId, open }) => staff().call('patch', `courses/${courseId}/chapters/${open.chapter_id}/`, { is_published: false }),
  },
  'its chapter is unpublished by the operation for that': {
    change: ({ courseId, open }) => staff().call('post', `courses/${courseId}/chapters/${open.chapter_id}/publish/`, { is_published: false }),
  },
  'its chapter is deleted': { change: ({ courseId, open }) => staff().call('delete', `courses/${courseId}/chapters/${open.chapter_id}/`) },
  'the lesson is moved to an unpublished chapter': {
    change: async ({ courseId, open, spare }) =>
      staff().call('post', `courses/${courseId}/lessons/${open.id}/move/`, { chapter_id: spare.id, updated_at: (await lessonNow(open)).updated_at }),
  },
  'a machine deletes the lesson': {
    change: ({ courseId, open }) => listening.school.agent('delete', `courses/${courseId}/chapters/${open.chapter_id}/lessons/${open.id}/`),
  },
  'the rule for videos loosens': {
    lesson: video,
    before: (learner, lesson) => watch(learner, lesson, 60),
    change: ({ courseId }) => staff().call('patch', `courses/${courseId}/`, { completion_rules: { video_percent: 50 } }),
  },
  'the rule for quizzes loosens': {
    lesson: quiz,
    before: fail,
    change: ({ courseId }) => staff().call('patch', `courses/${courseId}/`, { completion_rules: { quiz: 'submitted' } }),
  },
};

test('whatever in the course changes, who then has all lessons completes it at once, and gets the certificate an hour later', async () => {
  const { app } = listening;
  const cases = await Promise.all(
    Object.entries(CAUSES).map(async ([cause, { lesson, before, change }]) => {
      const fixture = await almostThrough(lesson);
      await before?.(fixture.learner, fixture.open);
      return { cause, fixture, change };
    }),
  );
  await listening.happened();
  const expectEach = async <T>(read: (one: (typeof cases)[number]) => Promise<T>, expected: unknown) => {
    const found = await Promise.all(cases.map(async (one) => [one.cause, await read(one)]));
    expect(found).toEqual(cases.map(({ cause }) => [cause, expected]));
  };
  await expectEach(({ fixture }) => seen(fixture), { state: 'active', percent: 66.66 });
  const answer = async ({ status, headers }: supertest.Response) => [status < 300, headers['learners-completed']];
  await expectEach(async ({ fixture, change }) => answer(await change(fixture)), [true, '1']);
  await expectEach(async ({ fixture }) => hasFalseEnd(await seen(fixture)), false);
  const completed = (await listening.happened()).filter(({ type }) => type === 'enrollment.completed').map(courseOf);
  await runTask(app, 'settle_completions');
  await expectEach(async ({ fixture }) => completed.filter((id) => id === fixture.courseId).length, 1);
  await expectEach(({ fixture }) => seen(fixture), { state: 'completed', percent: 100 });
  await expectEach(({ fixture }) => ownCertificates(fixture.learner.browser), []);
  app.clock.advance(60 * MINUTE_MS);
  await runTask(app, 'settle_completions');
  expect(await happenedIn(...cases.map(({ fixture }) => fixture.courseId))).toEqual(cases.map(() => 'certificate.issued'));
  await expectEach(async ({ fixture }) => (await ownCertificates(fixture.learner.browser)).length, 1);
});

test('a lesson that is taken offline to be mended certifies nobody: the course is open again when the lesson is back', async () => {
  const fixture = await almostThrough();
  const { app } = listening;
  const publish = async (is_published: boolean) =>
    expectStatus(200, staff().call('patch', lessonPath(fixture.open), { updated_at: (await lessonNow(fixture.open)).updated_at, is_published }));
  await publish(false);
  await listening.happened();
  expect(await seen(fixture)).toEqual({ state: 'completed', percent: 100 });
  await expectStatus(200, fixture.learner.browser.call('post', `me/courses/${fixture.courseId}/access/`, {}));
  await publish(true);
  await listening.happened();
  expect(await seen(fixture)).toEqual({ state: 'active', percent: 66.66 });
  app.clock.advance(61 * MINUTE_MS);
  await runTask(app, 'settle_completions');
  expect(await happenedIn(fixture.courseId)).toEqual([]);
  await complete(fixture.learner, fixture.open);
  expect((await happenedIn(fixture.courseId)).sort()).toEqual(['certificate.issued', 'enrollment.completed', 'lesson.completed']);
});

test('a lesson that comes back in the last moment is noticed by the check after an hour itself', async () => {
  const fixture = await almostThrough();
  const { app } = listening;
  await expectStatus(204, staff().call('delete', lessonPath(fixture.open)));
  await listening.happened();
  app.clock.advance(60 * MINUTE_MS);
  await listening.school.newLesson(text, { id: fixture.open.chapter_id as string, course_id: fixture.courseId });
  await runTask(app, 'settle_completions');
  expect(await happenedIn(fixture.courseId)).toEqual([]);
  expect(await seen(fixture)).toMatchObject({ state: 'active' });
});

test('lessons that come back complete the course for those who had completed them, and the response counts them', async () => {
  const fixture = await almostThrough();
  const { results } = (await expectStatus(200, staff().call('get', `courses/${fixture.courseId}/chapters/`))).body;
  const publish = async (is_published: boolean) => {
    const { headers } = await expectStatus(200, staff().call('patch', `courses/${fixture.courseId}/chapters/${results[0].id}/`, { is_published }));
    return headers['learners-completed'];
  };
  expect(await publish(false)).toBe('0');
  await listening.happened();
  expect((await expectStatus(204, staff().call('delete', lessonPath(fixture.open)))).headers['learners-completed']).toBe('0');
  await listening.happened();
  expect(await publish(true)).toBe('1');
  expect(await happenedIn(fixture.courseId)).toEqual(['enrollment.completed']);
});

test('those whose access has ended complete nothing by a change, and neither do those who lack another lesson', async () => {
  const fixture = await almostThrough();
  const { app, school } = listening;
  await expectStatus(200, staff().call('post', `courses/${fixture.courseId}/learners/${fixture.learner.enrollmentId}/revoke/`, {}));
  await newEnrolled(app, school, fixture.courseId);
  await listening.happened();
  const { headers } = await expectStatus(204, staff().call('delete', lessonPath(fixture.open)));
  expect(headers['learners-completed']).toBe('0');
  expect(await happenedIn(fixture.courseId)).toEqual([]);
});

test('a change that concerns no progress says nothing of learners', async () => {
  const { courseId, open } = await almostThrough();
  const { updated_at } = await lessonNow(open);
  const { headers } = await expectStatus(200, staff().call('patch', lessonPath(open), { updated_at, is_free_preview: true }));
  expect(headers['learners-completed']).toBeUndefined();
  expect((await expectStatus(200, staff().call('patch', `courses/${courseId}/`, { title: 'Another' }))).headers['learners-completed']).toBeUndefined();
});

test('counts that run at once complete each of many learners once', async () => {
  const fixture = await almostThrough();
  const { app, school } = listening;
  const { pool, db } = app.database;
  const ids = await enrollMany(app, school.organisation.id, fixture.courseId, MANY);
  await pool.query(
    `insert into lesson_progress (organisation_id, enrollment_id, lesson_id, first_opened_at, completed_at)
      select $1, e.id, p.lesson_id, now(), now() from unnest($2::uuid[]) e (id) cross join lesson_progress p
      where p.enrollment_id = $3 and p.completed_at is not null`,
    [school.organisation.id, ids, fixture.learner.enrollmentId],
  );
  const { headers } = await expectStatus(204, staff().call('delete', lessonPath(fixture.open)));
  expect(headers['learners-completed']).toBe(String(MANY + 1));
  const job = { organisation_id: school.organisation.id, course_id: fixture.courseId };
  await Promise.all([1, 2, 3].map(() => recountProgress({ db, clock: app.clock }, job)));
  expect(await happenedIn(fixture.courseId)).toEqual(Array(MANY + 1).fill('enrollment.completed'));
});

describe('grades', () => {
  const wait = async (minutes: number, ...fixtures: { graded: GradedCourse }[]) => {
    const { app } = listening;
    app.clock.advance(minutes * MINUTE_MS);
    await runTask(app, 'award_raised');
    return (await happenedIn(...fixtures.map(({ graded }) => graded.courseId))).filter((type) => type === 'certificate.issued');
  };

  /** A learner with 100 % in one quiz and 0 % in the other, where 80 % earn a certificate. */
  async function halfGood() {
    const { app, school } = listening;
    const { chapter, ...made } = await learnerIn('a course with a good and a bad grade', async (person, fields) => {
      const { id } = await school.newCourse(fields);
      const first = await school.newChapter(id);
      const graded = gradedCourseOf(app, school, first);
      const [good, bad] = [await graded.quiz(), await graded.quiz()];
      const settings = { is_enabled: true, requires_completion: false, min_grade_percent: 80 };
      await expectStatus(200, staff().call('put', `courses/${id}/certificate-settings/`, settings));
      const enrollmentId = await enroll(person, id);
      await takeQuiz(person, good, true);
      await takeQuiz(person, bad, false);
      return { courseId: id, enrollmentId, chapter: first, good, bad };
    });
    return { ...made, graded: gradedCourseOf(app, school, chapter) };
  }

  test('that become good enough by a change of the course earn the certificate an hour later, and not before', async () => {
    const changes: ((fixture: Awaited<ReturnType<typeof halfGood>>) => Promise<unknown>)[] = [
      ({ graded, bad }) => graded.configure(bad, { is_omitted: true }),
      async ({ graded, good, bad }) => {
        const { categories } = await graded.settings({ categories: [{ name: 'All' }] });
        for (const lesson of [good, bad]) await graded.configure(lesson, { category_id: categories[0]?.id });
        await graded.settings({ categories: [{ id: categories[0]?.id, name: 'All', drop_lowest: 1 }] });
      },
      ({ bad }) => expectStatus(204, staff().call('delete', lessonPath(bad))),
      async ({ bad }) => expectStatus(200, staff().call('patch', lessonPath(bad), { updated_at: (await lessonNow(bad)).updated_at, is_published: false })),
    ];
    const fixtures = [await halfGood(), ...(await Promise.all(changes.slice(1).map(halfGood)))];
    expect(await wait(0, ...fixtures)).toEqual([]);
    for (const [index, change] of changes.entries()) await change(fixtures[index] as Awaited<ReturnType<typeof halfGood>>);
    await listening.app.mailbox.runJobs();
    const grades = await Promise.all(fixtures.map(({ graded, learner }) => graded.learner(learner)));
    expect(grades.map(({ final }) => final.percent)).toEqual(changes.map(() => 100));
    expect(await wait(59, ...fixtures)).toEqual([]);
    expect(await wait(1, ...fixtures)).toEqual(changes.map(() => 'certificate.issued'));
    expect(await wait(60, ...fixtures)).toEqual([]);
  });

  test('that become good enough shortly before hours in which no jobs run earn the certificate afterwards', async () => {
    const fixture = await halfGood();
    expect(await wait(0, fixture)).toEqual([]);
    await fixture.graded.configure(fixture.bad, { is_omitted: true });
    await listening.app.mailbox.runJobs();
    expect(await wait(600, fixture)).toEqual(['certificate.issued']);
  });

  test('that are good enough for less than an hour earn nothing', async () => {
    const fixture = await halfGood();
    expect(await wait(0, fixture)).toEqual([]);
    await fixture.graded.configure(fixture.bad, { is_omitted: true });
    expect(await wait(1, fixture)).toEqual([]);
    await fixture.graded.configure(fixture.bad, { is_omitted: false });
    expect(await wait(50, fixture)).toEqual([]);
    await fixture.graded.configure(fixture.bad, { is_omitted: true });
    expect(await wait(10, fixture)).toEqual([]);
    expect(await wait(60, fixture)).toEqual(['certificate.issued']);
  });
});

test('the next chapter opens at once when what kept it closed is gone', async () => {
  const { app, school } = listening;
  const course = await school.newCourse({ status: 'published' });
  const first = await school.newChapter(course.id);
  const second = await school.newChapter(course.id, { requires_previous_chapter: true });
  const [done, missing, next] = [await school.newLesson(text, first), await school.newLesson(text, first), await school.newLesson(text, second)];
  const learner = await newEnrolled(app, school, course.id);
  await complete(learner, done);
  expect((await expectStatus(200, progressIn(learner.browser, next))).body.lock_reason).toBe('previous_chapter');
  await expectStatus(204, staff().call('delete', lessonPath(missing)));
  expect((await expectStatus(200, progressIn(learner.browser, next))).body.lock_reason).toBeNull();
});
