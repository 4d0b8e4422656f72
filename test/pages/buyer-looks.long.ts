import type { Browser as Chromium } from 'playwright-core';
import { takesAtMost } from '../support/bound.ts';
import { newAwardingCourse } from '../support/certificates.ts';
import { continueAs, hasChromium, launchChromium, openKeyboardPage } from '../support/chromium.ts';
import { buy } from '../support/shop.ts';
import { type Club, startClub } from '../support/subscriptions.ts';

takesAtMost(180);

let club: Club;
let browser: Chromium;
let userId: string;
let pages: string[];
beforeAll(async () => {
  club = await startClub();
  browser = await launchChromium();
  const { app, shop } = club;
  const { school } = shop;
  const at = `organisation=${school.organisation.subdomain}`;
  const course = await newAwardingCourse(app, school, {}, { title: 'علم النبات', description: 'دورة **قصيرة** عن النبات.' });
  const { learner, certificate } = await course.certified('مينا فاروق');
  userId = learner.id;
  const plan = await club.newPlan({ title: 'كل الدورات', description: 'كل شيء.' });
  const { orderId } = await buy(app, shop, learner);
  await club.subscribe(learner, plan.id);
  pages = [
    ...[
      '/',
      '/catalogue',
      `/courses/${course.id}`,
      '/plans',
      `/plans/${plan.id}`,
      '/redeem',
      '/legal/terms',
      '/certificates',
      `/certificates/${certificate.serial}`,
    ],
    ...[
      '',
      '/security',
      '/authenticator',
      '/email',
      '/phone',
      '/providers',
      '/sessions',
      '/orders',
      '/subscription',
      '/subscription/change',
      '/affiliations',
    ].map((path) => `/account${path}`),
    ...['/badge', '/certificates', '/notifications', '/export', '/delete'].map((path) => `/account${path}`),
    `/orders/${orderId}`,
  ].map((path) => `${path}?${at}`);
});
afterAll(async () => {
  await browser?.close();
  await club.close();
});

(hasChromium ? describe : describe.skip)('the pages of buyers, and about their accounts,', () => {
  test.each([
    ['in German, in the dark, 390 pixels wide', 390, { colorScheme: 'dark', locale: 'de-DE' }, 'de-DE', 'ltr'],
    ['from right to left, 1280 pixels wide', 1280, { colorScheme: 'light', locale: 'en-US' }, 'en-US', 'rtl'],
  ] as const)('can be read %s, fit the window, and have no findings of axe', async (_how, width, wishes, language, direction) => {
    const { page, expectGoodPage } = await openKeyboardPage(browser, width, wishes);
    await continueAs(club.app, { page }, userId);
    for (const path of pages) {
      expect([path, (await page.goto(club.app.url + path))?.status()]).toEqual([path, 200]);
      // No catalogue is written from right to left yet: the layout is, with names and texts in Arabic.
      if (direction === 'rtl') await page.evaluate("document.documentElement.dir = 'rtl'");
      await expectGoodPage('');
      expect([path, await page.evaluate('document.documentElement.lang')]).toEqual([path, language]);
      const begins = await page.evaluate<number[]>(
        "[...document.querySelectorAll('main h1')].map((one) => { const range = document.createRange(); range.selectNodeContents(one); const text = range.getBoundingClientRect(), box = one.getBoundingClientRect(); return Math.round(getComputedStyle(one).direction === 'rtl' ? box.right - text.right : text.left - box.left); })",
      );
      expect([path, begins]).toEqual([path, [0]]);
    }
    await page.context().close();
  });
});
