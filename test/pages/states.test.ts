import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus } from '../support/browser.ts';
import { type GradedCourse, newGradedCourse } from '../support/gradebook.ts';
import { override } from '../support/grading.ts';
import { newEnrolled } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { fieldsIn } from '../support/page-fields.ts';
import { newSchool, type School } from '../support/school.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let school: School;
let at: string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  at = `organisation=${school.organisation.subdomain}`;
});
afterAll(() => app.close());

/** Creates a course whose days begin with the enrollment, with one lesson that shows SECRET. */
async function newTimedCourse(fields: object): Promise<{ course: Row; url: string }> {
  const course = await school.newCourse({ title: 'Botany', status: 'published', timezone: 'UTC', schedule_basis: 'enrollment' });
  const chapter = await school.newChapter(course.id);
  const lesson = await school.newLesson({ title: 'The oak', content_type: 'lesson', content: { body: 'SECRET' }, ...fields }, chapter);
  return { course, url: `/learn/${course.slug}/${lesson.id}?${at}` };
}

test.each([
  ['is not open yet', { opens_day_offset: 3, opens_time: '08:00' }, 0, /Locked.*Opens on \w+ \d.*8:00/s],
  ['is closed', { opens_day_offset: 0, opens_time: '00:00', closes_day_offset: 1, closes_time: '08:00' }, 48, /Locked.*Closed on \w+ \d.*8:00/s],
  ['was shown for as long as it is', { view_window_minutes: 30 }, 1, /Locked.*Your viewing time is over/s],
])('a lesson that %s says so with the moment, in the course and on its own page, and shows nothing of itself', async (_how, fields, hours, said) => {
  const { course, url } = await newTimedCourse(fields);
  const { browser } = await newEnrolled(app, school, course.id);
  await browser.submit(url, { do: 'begin' });
  app.clock.advance(hours * HOUR_MS);
  const { status, text } = await browser.open(url);
  expect([status, text]).toEqual([200, expect.stringMatching(said)]);
  expect(text).not.toMatch(/SECRET|>Done|data-progress/);
  expect((await browser.open(`/learn/${course.slug}?${at}`)).text).toMatch(new RegExp(`<li class="locked">.*${said.source.replace('Locked.*', '')}`, 's'));
});

test('a visitor is told moments in the time zone of the organisation', async () => {
  const content = { questions: [{ type: 'true_false', prompt: 'Is it?', correct: true }], time_limit_minutes: 10 };
  const own = await newSchool(app);
  const course = await own.newCourse({ title: 'Botany', status: 'published' });
  const quiz = await own.newLesson({ title: 'Quiz', content_type: 'quiz', content, is_free_preview: true }, await own.newChapter(course.id));
  const open = async () => (await new Browser(app).open(`/learn/${course.slug}/${quiz.id}?organisation=${own.organisation.subdomain}`)).text;
  expect(await open()).toMatch(/your time will be up at .* UTC/);
  expect((await own.agent('patch', 'org-settings/', { timezone: 'Asia/Tokyo' })).status).toBe(200);
  expect(await open()).toMatch(/your time will be up at .* GMT\+9/);
});

test.each([['expired'], ['revoked']])('a lesson of somebody whose access is %s says that it has ended, and leads to the page of the course', async (how) => {
  const { course, url } = await newTimedCourse({});
  const { browser, enrollmentId } = await newEnrolled(app, school, course.id);
  expect((await browser.open(url)).text).toContain('SECRET');
  const path = `courses/${course.id}/learners/${enrollmentId}/`;
  if (how === 'revoked') await expectStatus(200, school.browser.call('post', `${path}revoke/`));
  else {
    await expectStatus(200, school.browser.call('patch', path, { expires_at: new Date(app.clock.now() + HOUR_MS).toISOString() }));
    app.clock.advance(2 * HOUR_MS);
  }
  const { text } = await browser.open(url);
  expect(text).toMatch(new RegExp(`Locked.*Your access has ended.*class="button" href="/courses/${course.slug}\\?${at}"`, 's'));
  expect(text).not.toContain('SECRET');
});

describe('a quiz', () => {
  let graded: GradedCourse;
  let quiz: Row;
  let url: string;
  beforeAll(async () => {
    graded = await newGradedCourse(app, school);
    quiz = await graded.quiz(10, { time_limit_minutes: 10, max_attempts: null, questions: QUESTIONS });
    url = `/learn/${graded.courseId}/${quiz.id}?${at}`;
  });

  const QUESTIONS = [
    { id: 'a', type: 'short_text', prompt: 'Which tree?', accepted_answers: ['oak'] },
    {
      id: 'b',
      type: 'multiple',
      prompt: 'Which parts?',
      choices: [
        { id: 'x', text: 'Leaf' },
        { id: 'y', text: 'Wheel' },
      ],
      correct_choice_ids: ['x'],
    },
  ];
  const begun = async (browser: Browser) => {
    expect((await browser.submit(url, { do: 'start' })).headers.location).toBe(url);
    return fieldsIn((await browser.open(url)).text);
  };

  test('says before it starts how many of its minutes were granted to this learner', async () => {
    const [learner, other] = [await graded.enrolled(), await graded.enrolled()];
    await graded.configure(quiz, { overrides: [override({ enrollment_id: learner.enrollmentId, time_factor: 1.5 })] });
    const { text } = await learner.browser.open(url);
    expect(text).toMatch(/You have 15 minutes for each attempt\..*This includes the 5 extra minutes that you were granted\./s);
    expect((await other.browser.open(url)).text).toMatch(/You have 10 minutes for each attempt\.(?!.*granted)/s);
  });

  test('that nobody has handed in makes the two totals differ, and the grades say why', async () => {
    const { browser } = await graded.enrolled();
    const { text } = await browser.open(`/learn/${graded.courseId}/grades?${at}`);
    expect(text).toMatch(/Grade so far<\/dt><dd>–.*Final grade<\/dt><dd>0%.*Missing work counts as 0 in the final grade\./s);
  });

  test('goes on in another window where it runs, and neither window takes back what was answered in the other', async () => {
    const { browser } = await graded.enrolled();
    const [one, two] = [await begun(browser), await begun(browser)];
    expect(two).toEqual(one);
    await browser.submit(url, { ...one, a0: 'Oak', do: 'save' });
    await browser.submit(url, { ...two, a1_0: 'on', do: 'save' });
    expect(fieldsIn((await browser.open(url)).text)).toMatchObject({ a0: 'Oak', a1_0: 'on' });
    const { began, ...late } = fieldsIn((await browser.open(url)).text);
    await browser.submit(url, { ...late, began: began ?? '', a0: '', do: 'save' });
    expect(fieldsIn((await browser.open(url)).text)).toMatchObject({ a0: '', a1_0: 'on' });
    expect((await browser.submit(url, { ...one, do: 'submit' })).headers.location).toContain('&attempt=');
    const refused = await browser.submit(url, { ...two, a0: 'Elm', do: 'save' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringMatching(/This attempt is over\..*1 of 2 points/s)]);
  });

  test('whose time is up while it is closed counts what was saved', async () => {
    const { browser } = await graded.enrolled();
    await browser.submit(url, { ...(await begun(browser)), a0: 'oak', do: 'save' });
    app.clock.advance(HOUR_MS);
    expect((await browser.open(url)).text).toMatch(/Time ran out\. Only your saved answers count\..*1 of 2 points/s);
  });
});
