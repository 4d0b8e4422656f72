import type { Browser as Chromium } from 'playwright-core';
import type { Ports } from '../../src/domain/kernel/tools.ts';
import { readerOf } from '../../src/domain/messages/language/reader.ts';
import { fillDemo } from '../../src/domain/upkeep/demo/fill-demo.ts';
import { type Demo, seedDemo } from '../../src/domain/upkeep/demo/seed-demo.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { hasChromium, type KeyboardPage, launchChromium, openKeyboardPage } from '../support/chromium.ts';
import { until } from '../support/until.ts';

takesAtMost(120);

const COURSE = '/learn/how-to-learn-anything';
const { say } = readerOf(['en'], 'UTC');

let app: TestApp;
let browser: Chromium;
let visit: KeyboardPage;
beforeAll(async () => {
  let ports = {} as Ports;
  app = await startTestApp((services) => {
    ports = services.ports;
    return services;
  });
  const demo = (await seedDemo(ports, async () => {})) as Demo;
  await fillDemo({ ...ports, base: app.url }, demo.email);
  browser = await launchChromium();
  visit = await openKeyboardPage(browser, 1280);
  const { id } = await app.database.db.selectFrom('users').where('email', '=', 'learner@example.org').select('id').executeTakeFirstOrThrow();
  const [name = '', value = ''] = (await app.signedInCookie(id)).split('=', 2);
  await visit.page.context().addCookies([{ name, value, url: app.url }]);
});
afterAll(async () => {
  await browser?.close();
  await app.close();
});

/** Opens a lesson of the demo from the outline of its course, and returns the path under which its progress is kept. */
async function openLesson(title: string): Promise<string> {
  const { page } = visit;
  await page.goto(`${app.url}${COURSE}?organisation=demo`);
  await page.getByRole('link', { name: title, exact: true }).click();
  await visit.expectGoodPage(title);
  return (await page.locator('[data-progress]').getAttribute('data-progress')) ?? '';
}

const progress = async (path: string) =>
  (await visit.page.request.get(app.url + path, { headers: { 'X-Organisation': 'demo' } })).json() as Promise<Record<string, unknown>>;

(hasChromium ? describe : describe.skip)('in the demo, a browser that runs scripts', () => {
  test('records what is played of a video, goes on where it was left, and leaves out what was skipped', async () => {
    const { page } = visit;
    const path = await openLesson('A talk on memory');
    const play = (from: number, to: number) =>
      page.evaluate(`(async () => {
        const video = document.querySelector('video');
        video.muted = true;
        video.currentTime = ${from};
        await video.play();
        while (video.currentTime < ${to}) await new Promise((resolve) => setTimeout(resolve, 50));
        video.pause();
      })()`);
    const told = page.waitForResponse((answer) => answer.url().endsWith(path) && (answer.request().postData() ?? '').includes('watched'));
    await play(12, 15);
    expect((await told).status()).toBe(200);
    const kept = await progress(path);
    expect(kept).toMatchObject({ state: 'in_progress', position_seconds: expect.closeTo(15, 0) });
    expect(kept.watched_percent).toBeGreaterThan(8);
    expect(kept.watched_percent).toBeLessThan(25);
    await page.getByText(say('page.lesson.video.watched', { percent: `${Math.floor(kept.watched_percent as number)} %` })).waitFor();
    await page.reload();
    await page.waitForFunction('document.querySelector("video").currentTime > 14');
  });

  test('has a package report its score, which completes the lesson', async () => {
    const { page } = visit;
    const path = await openLesson('Three cards');
    const item = page.frameLocator('iframe.frame').frameLocator('iframe');
    for (const answer of ['Closing the book', 'At once', 'Compare it with the page']) await item.getByRole('button', { name: answer }).click();
    await item.getByText('2 of 3 are right.').waitFor();
    await until(async () => (await progress(path)).state === 'completed');
    expect(await progress(path)).toMatchObject({ package: { status: 'passed' } });
    await page.reload();
    await page.getByText(say('page.lesson.completed', { at: new Date(app.clock.now()) })).waitFor();
  });

  test('shows a document in its frame', async () => {
    const framed = visit.page.waitForResponse(/\/document\//);
    await openLesson('A plan to print');
    expect((await framed).headers()['content-type']).toBe('application/pdf');
  });
});
