import type supertest from 'supertest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { awaitMorning } from '../support/attendance.ts';
import { type Browser, expectStatus, newUser } from '../support/browser.ts';
import { newSchool } from '../support/school.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const QUIZ = {
  questions: [
    {
      type: 'single',
      id: 'capital',
      prompt: 'The capital of Portugal?',
      choices: [
        { id: 'a', text: 'Porto' },
        { id: 'b', text: 'Lisbon' },
      ],
      correct_choice_id: 'b',
    },
    { type: 'numeric', id: 'sum', prompt: '0.1 + 0.2?', correct_value: 0.3 },
  ],
  max_attempts: 2,
  passing_score_percent: 100,
};

test('a learner completes a published course with locks, a quiz failed and then passed, a video and an assignment', async () => {
  awaitMorning(app);
  const school = await newSchool(app);
  const course = await school.newCourse({ title: 'Portugal', status: 'published' });
  const first = await school.newChapter(course.id, { title: 'First', is_published: true, sequential_lessons: true });
  const second = await school.newChapter(course.id, { title: 'Second', is_published: true, requires_previous_chapter: true });
  const hidden = await school.newChapter(course.id, { title: 'Hidden', is_published: false });
  const text = await school.newLesson({ title: 'Read', content: { body: 'Once upon a time' } }, first);
  const quiz = await school.newLesson({ title: 'Quiz', content_type: 'quiz', content: QUIZ }, first);
  const video = { source: 'vimeo', url: 'https://vimeo.com/76979871', duration_seconds: 100 };
  const film = await school.newLesson({ title: 'Film', content_type: 'video', content: video }, second);
  const essay = await school.newLesson({ title: 'Write', content_type: 'assignment', content: { instructions: 'Write.', submission_kinds: ['text'] } }, second);
  await school.newLesson({ title: 'Not yet', is_published: false }, second);
  await school.newLesson({ title: 'Behind a curtain' }, hidden);

  const { browser } = await newUser(app);
  browser.headers['X-Organisation'] = school.organisation.subdomain;
  const found = await expectStatus(200, browser.call('get', 'me/discover/'));
  expect(found.body.results).toMatchObject([{ course: { id: course.id }, price: { is_free: true }, lesson_count: 4, is_enrolled: false }]);
  const enrolled = await expectStatus(201, browser.call('post', `courses/${course.id}/enroll/`, {}));
  expect(enrolled.body).toMatchObject({ state: 'active', source: 'free', percent: 0, expires_at: null });

  const lessonAt = (chapter: { id: string }, lesson: { id: string }) => `courses/${course.id}/chapters/${chapter.id}/lessons/${lesson.id}/`;
  const report = (chapter: { id: string }, lesson: { id: string }, body: object) => browser.call('post', `${lessonAt(chapter, lesson)}progress/`, body);
  const locks = async () => {
    const { body } = await expectStatus(200, browser.call('get', `courses/${course.id}/curriculum/`));
    return [body.percent, ...body.lessons.results.map((lesson: { title: string; lock_reason: string | null }) => `${lesson.title} ${lesson.lock_reason}`)];
  };
  expect(await locks()).toEqual([0, 'Read null', 'Quiz previous_lesson', 'Film previous_chapter', 'Write previous_chapter']);
  await refused(report(second, film, { event: 'watched' }), 'lesson_locked');
  expect((await browser.call('get', lessonAt(second, film))).body).toMatchObject({ content: null, lock_reason: 'previous_chapter' });

  expect((await expectStatus(400, report(first, text, { event: 'read' }))).body.errors).toMatchObject([{ field: 'event', code: 'not_opened' }]);
  expect((await expectStatus(200, browser.call('get', lessonAt(first, text)))).body).toMatchObject({
    state: 'not_started',
    content: { body: 'Once upon a time' },
  });
  expect((await expectStatus(200, report(first, text, { event: 'opened' }))).body).toMatchObject({ state: 'in_progress' });
  expect((await expectStatus(200, report(first, text, { event: 'read' }))).body).toMatchObject({ state: 'completed', chapter_percent: 50, course_percent: 25 });
  expect(await locks()).toEqual([25, 'Read null', 'Quiz null', 'Film previous_chapter', 'Write previous_chapter']);

  const attempt = async () => (await expectStatus(200, report(first, quiz, { event: 'quiz_started' }))).body.attempts[0];
  const submit = (id: string, choice: string, number: number) =>
    report(first, quiz, {
      event: 'quiz_submitted',
      attempt_id: id,
      answers: [
        { question_id: 'capital', choice_ids: [choice] },
        { question_id: 'sum', number },
      ],
    });
  const failed = await attempt();
  expect((await expectStatus(200, submit(failed.id, 'a', 0.1 + 0.2))).body).toMatchObject({
    state: 'in_progress',
    attempts: [{ number: 1, state: 'submitted', score_percent: 50, is_passed: false }],
    attempts_left: 1,
    course_percent: 25,
  });
  const passed = await attempt();
  expect((await expectStatus(200, submit(passed.id, 'b', 0.3))).body).toMatchObject({
    state: 'completed',
    attempts: [
      { number: 2, score_percent: 100, is_passed: true },
      { number: 1, is_passed: false },
    ],
    attempts_left: 0,
    best_score_percent: 100,
    chapter_percent: 100,
    course_percent: 50,
  });
  await refused(report(first, quiz, { event: 'quiz_started' }), 'no_attempts_left');
  expect(await locks()).toEqual([50, 'Read null', 'Quiz null', 'Film null', 'Write null']);

  await expectStatus(200, report(second, film, { event: 'opened' }));
  const played = (from: number, to: number) => {
    app.clock.advance((to - from) * 1000);
    return report(second, film, { event: 'watched', watched_ranges: [{ from, to }], position_seconds: to });
  };
  expect((await expectStatus(200, played(0, 60))).body).toMatchObject({ state: 'in_progress', watched_percent: 60 });
  expect((await expectStatus(200, played(30, 89.5))).body).toMatchObject({ state: 'in_progress', watched_percent: 89.5, position_seconds: 89.5 });
  expect((await expectStatus(200, played(89, 90))).body).toMatchObject({ state: 'completed', watched_percent: 90, chapter_percent: 50, course_percent: 75 });
  const next = await expectStatus(200, browser.call('get', `me/courses/${course.id}/progress/`));
  expect(next.body).toMatchObject({
    lesson_count: 4,
    completed_lessons: 3,
    percent: 75,
    next_lesson: { lesson_id: essay.id },
    enrollment: { state: 'active' },
  });

  const handedIn = await expectStatus(200, report(second, essay, { event: 'assignment_submitted', submission: { text: 'My essay.' } }));
  expect(handedIn.body).toMatchObject({ state: 'completed', submissions: [{ number: 1, text: 'My essay.', is_late: false }], course_percent: 100 });
  const end = await expectStatus(200, browser.call('get', `me/courses/${course.id}/progress/`));
  expect(end.body).toMatchObject({ percent: 100, next_lesson: null, enrollment: { state: 'completed', completed_at: expect.any(String) } });
  expect((await expectStatus(200, browser.call('get', 'me/engagement/?days=1'))).body).toMatchObject({
    current_streak_days: 1,
    completed_lessons: 4,
    completed_courses: 1,
    days: [{ completed_lessons: 4 }],
  });
  await leaksNothing(browser, `courses/${course.id}/curriculum/`);
});

async function refused(asked: Promise<supertest.Response>, code: string): Promise<void> {
  expect((await asked).body.code).toBe(code);
}

async function leaksNothing(browser: Browser, path: string): Promise<void> {
  expect((await browser.call('get', path)).text).not.toMatch(/correct|Hidden|Not yet|curtain/);
}
