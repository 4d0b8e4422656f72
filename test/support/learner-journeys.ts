import type { Browser as Chromium } from 'playwright-core';
import { startTestApp, type TestApp } from './app.ts';
import { expectStatus, newUser } from './browser.ts';
import { hasChromium, type KeyboardPage, launchChromium, openKeyboardPage } from './chromium.ts';
import { progressIn } from './learner.ts';
import type { Row } from './organisation.ts';
import { newSchool, type School } from './school.ts';

let app: TestApp;
let browser: Chromium;
let school: School;
let course: Row;
let quiz: Row;

const QUESTIONS = [
  {
    type: 'single',
    prompt: 'Which one?',
    choices: [
      { id: 'oak', text: 'Oak' },
      { id: 'elm', text: 'Elm' },
    ],
    correct_choice_id: 'oak',
  },
  { type: 'short_text', prompt: 'Name it.', accepted_answers: ['oak'] },
];

/** Signs this user in, in the window. */
async function continueAs({ page }: KeyboardPage, userId: string): Promise<void> {
  const [name = '', value = ''] = (await app.signedInCookie(userId)).split('=', 2);
  await page.context().addCookies([{ name, value, url: app.url }]);
}

const here = (below = '') => `${app.url}/learn/${course.slug}${below}?organisation=${school.organisation.subdomain}`;

/** Registers a learner's way from the course page to the certificate, in a window of this width. */
export function testLearnerJourneys(width: number): void {
  beforeAll(async () => {
    app = await startTestApp();
    browser = await launchChromium();
    school = await newSchool(app);
    course = await school.newCourse({ title: 'Botany', status: 'published' });
    await expectStatus(200, school.browser.call('put', `courses/${course.id}/certificate-settings/`, { is_enabled: true, requires_completion: true }));
    const chapter = await school.newChapter(course.id, { title: 'Trees', sequential_lessons: true });
    await school.newLesson(
      { title: 'The oak', content_type: 'lesson', content: { body: 'About the **oak**.\n\n| Height | Age |\n| --- | --- |\n| 30 m | 500 |' } },
      chapter,
    );
    quiz = await school.newLesson(
      {
        title: 'Check',
        content_type: 'quiz',
        content: { questions: QUESTIONS, passing_score_percent: 100, time_limit_minutes: 10, show_answers: 'after_attempt' },
      },
      chapter,
    );
    await school.newLesson(
      { title: 'Plan', content_type: 'assignment', content: { instructions: 'Write a *plan*.', submission_kinds: ['text'], points: 10 } },
      chapter,
    );
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  (hasChromium ? describe : describe.skip)(`a learner with the keyboard alone, ${width} pixels wide`, () => {
    let visit: KeyboardPage;
    beforeEach(async () => {
      visit = await openKeyboardPage(browser, width);
    });
    afterEach(() => visit.page.context().close());

    test('enrolls, reads, answers, hands in work, and earns the certificate', async () => {
      const { page, press, type, tabTo, expectGoodPage } = visit;
      const user = await newUser(app);
      await continueAs(visit, user.id);
      await page.goto(`${app.url}/courses/${course.slug}?organisation=${school.organisation.subdomain}`);
      await press('button', 'Enrol');
      await page.getByText('You are now enrolled.').waitFor();
      await expectGoodPage('Botany');
      await press('button', 'Start');
      await expectGoodPage('The oak');
      await press('button', 'Done, next lesson');
      await expectGoodPage('Check');
      await press('button', 'Start the quiz');
      await expectGoodPage('Check');
      await tabTo(page.getByLabel('Oak', { exact: true }));
      await page.keyboard.press('Space');
      await type('Your answer', 'oak');
      await page.getByText('Your answers are saved.').waitFor();
      user.browser.headers['X-Organisation'] = school.organisation.id;
      const { body } = await progressIn(user.browser, quiz);
      expect(body.attempts[0].answers).toHaveLength(2);
      await page.reload();
      expect(await page.getByLabel('Your answer').inputValue()).toBe('oak');
      await press('button', 'Check and hand in');
      await expectGoodPage('Check');
      await press('button', 'Hand in');
      await page.getByText('2 of 2 points, 100%').waitFor();
      await expectGoodPage('Check');
      await press('link', 'Next lesson');
      await expectGoodPage('Plan');
      await type('Text', 'On Monday.');
      await press('button', 'Hand in');
      await page.getByText('You have handed in your work.').waitFor();
      await expectGoodPage('Plan');
      await press('link', 'Finish');
      await page.getByText('You have completed this course.').waitFor();
      await app.mailbox.runJobs();
      await page.reload();
      await page.getByText('You have earned this course’s certificate.').waitFor();
      await expectGoodPage('Botany');
      await page.goto(here('/grades'));
      await expectGoodPage('Grades');
      await page.goto(here('/discussion'));
      await type('Title', 'Oaks?');
      await type('Message', 'Why **oaks**?');
      await press('button', 'Post');
      await page.getByText('Your message was posted.').waitFor();
      await expectGoodPage('Oaks?');
      await page.goto(`${app.url}/learn?organisation=${school.organisation.subdomain}`);
      await expectGoodPage('My courses');
    });

    test('gets as far in a browser that runs no scripts', async () => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: false });
      const page = await context.newPage();
      const user = await newUser(app);
      await continueAs({ ...visit, page }, user.id);
      await page.goto(`${app.url}/courses/${course.slug}?organisation=${school.organisation.subdomain}`);
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      await press('Enrol');
      await press('Start');
      await press('Done, next lesson');
      await press('Start the quiz');
      await page.getByLabel('Oak', { exact: true }).check();
      await page.getByLabel('Your answer').fill('oak');
      await press('Check and hand in');
      await press('Hand in');
      await page.getByText('2 of 2 points, 100%').waitFor();
      await page.getByRole('link', { name: 'Next lesson' }).click();
      await page.getByLabel('Text', { exact: true }).fill('On Monday.');
      await press('Hand in');
      await page.getByRole('link', { name: 'Finish' }).click();
      await page.getByText('You have completed this course.').waitFor();
      await context.close();
    });
  });
}
