import type { Browser as Chromium } from 'playwright-core';
import { readerOf } from '../../src/domain/messages/language/reader.ts';
import { startTestApp, type TestApp } from './app.ts';
import { expectStatus, newUser, PASSWORD, type TestUser } from './browser.ts';
import { hasChromium, type KeyboardPage, launchChromium, openKeyboardPage } from './chromium.ts';
import { newSchool, type School } from './school.ts';

let app: TestApp;
let browser: Chromium;
let school: School;

/** What the course is about, in the language of who teaches it. */
const ENGLISH = {
  title: 'Botany',
  lesson: 'The oak',
  body: 'About the **oak**.\n\n| Height | Age |\n| --- | --- |\n| 30 m | 500 |',
  quiz: 'Check',
  right: 'Oak',
  wrong: 'Elm',
  work: 'Plan',
};
const ARABIC: typeof ENGLISH = {
  title: 'علم النبات',
  lesson: 'البلوط',
  body: 'عن **البلوط**.\n\n| الارتفاع | العمر |\n| --- | --- |\n| 30 | 500 |',
  quiz: 'اختبار',
  right: 'بلوط',
  wrong: 'دردار',
  work: 'خطة',
};

interface Course {
  texts: typeof ENGLISH;
  slug: string;
  url(below?: string): string;
}

async function newCourse(texts: typeof ENGLISH): Promise<Course> {
  const course = await school.newCourse({ title: texts.title, slug: texts === ENGLISH ? 'botany' : 'nabat', status: 'published' });
  await expectStatus(200, school.browser.call('put', `courses/${course.id}/certificate-settings/`, { is_enabled: true, requires_completion: true }));
  const chapter = await school.newChapter(course.id, { title: texts.title, sequential_lessons: true });
  await school.newLesson({ title: texts.lesson, content_type: 'lesson', content: { body: texts.body } }, chapter);
  const choices = [
    { id: 'right', text: texts.right },
    { id: 'wrong', text: texts.wrong },
  ];
  const questions = [
    { type: 'single', prompt: texts.quiz, choices, correct_choice_id: 'right' },
    { type: 'short_text', prompt: texts.quiz, accepted_answers: [texts.right] },
  ];
  const rules = { passing_score_percent: 100, time_limit_minutes: 10, show_answers: 'after_attempt' };
  await school.newLesson({ title: texts.quiz, content_type: 'quiz', content: { questions, ...rules } }, chapter);
  const work = { instructions: texts.work, submission_kinds: ['text'], points: 10 };
  await school.newLesson({ title: texts.work, content_type: 'assignment', content: work }, chapter);
  const slug = course.slug as string;
  return { texts, slug, url: (below = '') => `${app.url}/learn/${slug}${below}?organisation=${school.organisation.subdomain}` };
}

/** Signs in by the page to which a visitor of the course is led. */
async function signIn({ page, press, type }: KeyboardPage, say: Say, { email }: TestUser): Promise<void> {
  await press('link', say('page.course.sign_in'));
  await type(say('page.field.email'), email);
  await type(say('page.field.password'), PASSWORD);
  await press('button', say('page.sign_in.submit'));
  await page.waitForURL('**/courses/**');
}

type Say = ReturnType<typeof readerOf>['say'];

/** A learner's way, with the keyboard alone: from the page of the course to its certificate, and on each page that everybody can use it. */
async function earnCertificate(visit: KeyboardPage, { texts, slug, url }: Course, language: string): Promise<void> {
  const { page, press, type, tabTo, expectGoodPage } = visit;
  const { say } = readerOf([language], 'UTC');
  const user = await newUser(app, { signedIn: false });
  await page.goto(`${app.url}/courses/${slug}?organisation=${school.organisation.subdomain}`);
  await expectGoodPage(texts.title);
  await signIn(visit, say, user);
  await press('button', say('page.course.enroll'));
  await page.getByText(say('page.course.done')).waitFor();
  await expectGoodPage(texts.title);
  await press('button', say('page.learn.start'));
  await expectGoodPage(texts.lesson);
  const direction = texts === ARABIC ? 'rtl' : 'ltr';
  expect(await page.evaluate('getComputedStyle(document.querySelector(".prose")).direction')).toBe(direction);
  await press('button', say('page.lesson.done'));
  await expectGoodPage(texts.quiz);
  await press('button', say('page.quiz.start'));
  await expectGoodPage(texts.quiz);
  await tabTo(page.getByLabel(texts.right, { exact: true }));
  await page.keyboard.press('Space');
  await type(say('page.quiz.answer'), texts.right);
  await page.getByText(say('page.quiz.saved')).waitFor();
  await page.reload();
  expect(await page.getByLabel(say('page.quiz.answer')).inputValue()).toBe(texts.right);
  await press('button', say('page.quiz.review'));
  await expectGoodPage(texts.quiz);
  await press('button', say('page.quiz.submit'));
  await page.getByText(say('page.quiz.passed'), { exact: true }).waitFor();
  await expectGoodPage(texts.quiz);
  await press('link', say('page.lesson.go_on'));
  await expectGoodPage(texts.work);
  await type(say('page.work.text'), texts.work);
  await press('button', say('page.work.submit'));
  await page.getByText(say('page.work.done')).waitFor();
  await expectGoodPage(texts.work);
  await press('link', say('page.lesson.finish'));
  await page.getByText(say('page.lesson.all_done')).waitFor();
  await app.mailbox.runJobs();
  await page.reload();
  await page.getByText(say('page.learn.certificate_done')).waitFor();
  await expectGoodPage(texts.title);
  await page.goto(url('/grades'));
  await expectGoodPage(say('page.learn.grades'));
  await page.goto(url('/discussion'));
  await type(say('page.talk.subject'), texts.title);
  await type(say('page.talk.text'), texts.body);
  await press('button', say('page.talk.post'));
  await page.getByText(say('page.talk.posted')).waitFor();
  await expectGoodPage(texts.title);
  await page.goto(`${app.url}/learn?organisation=${school.organisation.subdomain}`);
  await expectGoodPage(say('page.learn.title'));
  await press('link', texts.title);
  // Jobs do not know at which port the service of a test is.
  const shown = await page.getByRole('link', { name: say('page.certificates.show') }).getAttribute('href');
  const { pathname, search } = new URL(shown ?? '', app.url);
  await page.goto(app.url + pathname + search);
  await expectGoodPage(say('page.certificate.title'));
}

export type Way = readonly [how: string, wishes: Parameters<typeof openKeyboardPage>[2], texts: 'english' | 'arabic'];

/** Registers the ways of learners from the course page to the certificate, in a window of this width. */
export function testLearnerJourneys(width: number, ways: readonly Way[]): void {
  let courses: Record<Way[2], Course>;
  beforeAll(async () => {
    app = await startTestApp();
    browser = await launchChromium();
    school = await newSchool(app);
    courses = { english: await newCourse(ENGLISH), arabic: await newCourse(ARABIC) };
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  (hasChromium ? describe : describe.skip)(`a learner, ${width} pixels wide,`, () => {
    test.each(ways)(
      'finds the course, signs in, reads, answers, hands in work and earns the certificate %s, with the keyboard alone',
      async (_how, wishes, texts) => {
        const visit = await openKeyboardPage(browser, width, wishes);
        await earnCertificate(visit, courses[texts], wishes?.locale ?? 'en');
        await visit.page.context().close();
      },
    );

    test('gets as far in a browser that runs no scripts', async () => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled: false, locale: 'en' });
      const page = await context.newPage();
      const { texts, slug } = courses.english;
      const { say } = readerOf(['en'], 'UTC');
      const { email } = await newUser(app, { signedIn: false });
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      await page.goto(`${app.url}/courses/${slug}?organisation=${school.organisation.subdomain}`);
      await page.getByRole('link', { name: say('page.course.sign_in') }).click();
      await page.getByLabel(say('page.field.email')).fill(email);
      await page.getByLabel(say('page.field.password')).fill(PASSWORD);
      await press(say('page.sign_in.submit'));
      await press(say('page.course.enroll'));
      await press(say('page.learn.start'));
      await press(say('page.lesson.done'));
      await press(say('page.quiz.start'));
      await page.getByLabel(texts.right, { exact: true }).check();
      await page.getByLabel(say('page.quiz.answer')).fill(texts.right);
      await press(say('page.quiz.review'));
      await press(say('page.quiz.submit'));
      await page.getByText(say('page.quiz.passed'), { exact: true }).waitFor();
      await page.getByRole('link', { name: say('page.lesson.go_on') }).click();
      await page.getByLabel(say('page.work.text'), { exact: true }).fill(texts.work);
      await press(say('page.work.submit'));
      await page.getByRole('link', { name: say('page.lesson.finish') }).click();
      await page.getByText(say('page.lesson.all_done')).waitFor();
      await context.close();
    });
  });
}
