import type { Browser as Chromium } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { continueAs, hasChromium, launchChromium, openKeyboardPage } from '../support/chromium.ts';
import { type Enrolled, newEnrolled } from '../support/learner.ts';
import { newSchool } from '../support/school.ts';

takesAtMost(120);

let app: TestApp;
let browser: Chromium;
let learner: Enrolled;
let pages: [path: string, english: string, german: string][];
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
  const school = await newSchool(app);
  const course = await school.newCourse({ title: 'نباتات', status: 'published', description: 'A **short** course.' });
  const chapter = await school.newChapter(course.id, { title: 'Trees' });
  const lesson = await school.newLesson({ title: 'الشجرة', content_type: 'lesson', content: { body: 'نص عن **الشجرة**.\n\n```\na = 1\n```' } }, chapter);
  const due = { kind: 'date', date: new Date(app.clock.now() - 86_400_000).toISOString().slice(0, 10) };
  await school.newLesson(
    { title: 'Work', content_type: 'assignment', content: { instructions: 'Write.', submission_kinds: ['text'], points: 10, due } },
    chapter,
  );
  learner = await newEnrolled(app, school, course.id);
  const at = `?organisation=${school.organisation.subdomain}`;
  pages = [
    [`/catalogue${at}`, 'Courses', 'Kurse'],
    [`/courses/${course.slug}${at}`, 'نباتات', 'نباتات'],
    [`/learn${at}`, 'My courses', 'Meine Kurse'],
    [`/learn/${course.slug}${at}`, 'نباتات', 'نباتات'],
    [`/learn/${course.slug}/${lesson.id}${at}`, 'الشجرة', 'الشجرة'],
    [`/learn/${course.slug}/grades${at}`, 'Grades', 'Noten'],
    [`/account${at}`, 'Your account', 'Ihr Konto'],
    [`/certificates${at}`, 'Certificate', 'Zertifikat'],
    [`/nowhere${at}`, 'Page not found', 'Seite nicht gefunden'],
  ];
});
afterAll(async () => {
  await browser?.close();
  await app.close();
});

(hasChromium ? describe : describe.skip)('the pages of a learner, 320 pixels wide,', () => {
  test.each([
    ['in the dark', { colorScheme: 'dark' }, 'ltr'],
    ['in German', { locale: 'de-DE' }, 'ltr'],
    ['from right to left', { colorScheme: 'light' }, 'rtl'],
  ] as const)('can be read %s, fit the screen, and have no findings of axe', async (_how, wishes, direction) => {
    const { page, expectGoodPage } = await openKeyboardPage(browser, 320, wishes);
    await continueAs(app, { page }, learner.id);
    for (const [path, english, german] of pages) {
      await page.goto(app.url + path);
      // No catalogue is written from right to left yet: the layout is, with texts of a course in Arabic.
      if (direction === 'rtl') await page.evaluate("document.documentElement.dir = 'rtl'");
      await expectGoodPage('locale' in wishes ? german : english);
      const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      expect([path, ground]).toEqual([path, 'colorScheme' in wishes && wishes.colorScheme === 'dark' ? 'rgb(18, 23, 31)' : 'rgb(244, 246, 249)']);
    }
    await page.context().close();
  });
});
