import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';

/** Takes twelve pictures of the pages of the demo, for those who decide whether to try it. Starts a service of its own, with Chromium. */

const PORT = process.env.PORT ?? '3999';
const URL_OF_SERVICE = `http://localhost:${PORT}`;
const MOST_BYTES = 60_000;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const FILL_MS = 60_000;

interface Picture {
  name: string;
  path: string;
  viewport?: typeof DESK;
  colorScheme?: 'dark';
  locale?: string;
}

const folder = await mkdtemp(join(tmpdir(), 'lms-pictures-'));
const service = spawn(process.execPath, ['src/main.ts'], {
  env: { ...process.env, PORT, DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'ignore', 'pipe'],
});
try {
  await untilReady();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    await takeAll(browser, await firstCertificate(browser));
  } finally {
    await browser.close();
  }
} finally {
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

async function untilReady(): Promise<void> {
  let text = '';
  for await (const chunk of service.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('Demo sign-in')) return;
  }
  throw new Error(text);
}

/** Waits for the demo, which fills up after the start. Returns the number of its first certificate, as staff see it. */
async function firstCertificate(browser: Browser): Promise<string> {
  const { request, page } = await signedIn(browser, 'Owner');
  const read = async (path: string) => (await request.get(`${URL_OF_SERVICE}/api/v1/${path}`)).json() as Promise<{ results: Listed[] }>;
  const course = (await read('courses/')).results.find(({ slug }) => slug === 'four-habits-in-ten-minutes');
  for (const end = Date.now() + FILL_MS; Date.now() < end; await delay(500)) {
    const [learner] = (await read(`courses/${course?.id}/learners/?certificate=valid`)).results;
    if (!learner?.certificate) continue;
    await page.context().close();
    return learner.certificate.serial;
  }
  throw new Error('no certificate was issued');
}

interface Listed {
  id: string;
  slug?: string;
  certificate?: { serial: string } | null;
}

/** Signs in with one of the buttons of the start page. */
async function signedIn(browser: Browser, role: string) {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.goto(URL_OF_SERVICE);
  await page.getByRole('button', { name: role, exact: true }).click();
  await page.waitForLoadState();
  return { page, request: context.request, cookies: await context.cookies() };
}

async function takeAll(browser: Browser, serial: string): Promise<void> {
  const course = '/learn/four-habits-in-ten-minutes';
  const at = '?organisation=demo';
  const visitor: Picture[] = [
    { name: 'start', path: '/' },
    { name: 'catalogue', path: `/catalogue${at}` },
    { name: 'course', path: `/courses/bread-in-seven-days${at}` },
    { name: 'certificate', path: `/certificates/${serial}${at}` },
  ];
  for (const picture of visitor) await take(browser, picture);
  const { page, cookies } = await signedIn(browser, 'Learner');
  const lessons = async (of: string) => {
    await page.goto(URL_OF_SERVICE + of + at);
    return page.locator('.lessons a').evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname));
  };
  const [text = '', quiz = '', work = ''] = await lessons(course);
  const [starter = ''] = await lessons('/learn/bread-in-seven-days');
  const learner: Picture[] = [
    { name: 'learn', path: `/learn${at}` },
    { name: 'outline', path: course + at },
    { name: 'lesson', path: text + at },
    { name: 'formula', path: starter + at, viewport: PHONE },
    { name: 'quiz', path: quiz + at },
    { name: 'assignment', path: work + at, locale: 'de' },
    { name: 'discussion', path: `${course}/discussion${at}` },
    { name: 'learn-dark', path: `/learn${at}`, viewport: PHONE, colorScheme: 'dark' },
  ];
  for (const picture of learner) await take(browser, picture, cookies);
}

async function take(
  browser: Browser,
  { name, path, viewport = DESK, colorScheme, locale = 'en' }: Picture,
  cookies: Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0] = [],
): Promise<void> {
  const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce', ...(colorScheme && { colorScheme }) });
  await context.addCookies(cookies);
  const page: Page = await context.newPage();
  const answer = await page.goto(URL_OF_SERVICE + path);
  if (answer?.status() !== 200) throw new Error(`${path}: ${answer?.status()}`);
  await page.waitForLoadState('networkidle');
  const shot = await page.screenshot();
  const file = new URL(`../generated/docs/page-${name}.webp`, import.meta.url).pathname;
  for (let quality = 80; ; quality -= 10) {
    const { size } = await sharp(shot).webp({ quality }).toFile(file);
    if (size > MOST_BYTES && quality > 20) continue;
    console.log(`Wrote generated/docs/page-${name}.webp, ${Math.round(size / 1000)} KB.`);
    break;
  }
  await context.close();
}
