import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Document } from '../../scripts/contract/document.ts';
import { pathOf } from '../../src/http/reference/document.ts';
import { CONTRACT, startTestApp, type TestApp } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { newOrganisation } from '../support/organisation.ts';

takesAtMost(240);

const CHROMIUM = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/** Skips the test if Chromium is missing, except in CI, where a missing Chromium is a failure. */
function withChromium(name: string, body: () => Promise<void>, timeout?: number): void {
  const runs = existsSync(CHROMIUM) || process.env.CI === 'true';
  if (!runs) process.stderr.write(`skipped because there is no Chromium at ${CHROMIUM}: ${name}\n`);
  (runs ? test : test.skip)(name, body, timeout);
}

const document = JSON.parse(CONTRACT) as Document;

let demoKey: string | null = null;
let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let foreign: string[] = [];
let complaints: string[] = [];

beforeAll(async () => {
  app = await startTestApp((services) => ({ ...services, demoKey: () => demoKey }));
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});

afterAll(async () => {
  await browser?.close();
  await app.close();
});

beforeEach(async () => {
  foreign = [];
  complaints = [];
  demoKey = null;
  await openBrowser(1280);
});

afterEach(async () => {
  await context?.close();
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});

async function openBrowser(width: number): Promise<void> {
  await context?.close();
  context = await browser.newContext({ viewport: { width, height: 844 } });
  context.setDefaultTimeout(60_000);
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && hostname !== '127.0.0.1') foreign.push(request.url());
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  page = await context.newPage();
}

const search = () => page.getByRole('combobox', { name: 'Search' });

interface Answer {
  status: string;
  body: string;
}

/** Opens an operation in the reference and calls it. */
async function callWhoAmI(): Promise<Answer> {
  await page.goto(`${app.url}/docs/reference/agent-identity#getAgentIdentity`);
  const section = page.locator('#getAgentIdentity');
  await section.getByText('Try it').click();
  await section.getByRole('button', { name: 'Send GET /api/v1/agent/whoami/' }).click();
  const answer = section.locator('.answer', { hasText: /^\d{3} / });
  const [status = '', ...body] = (await answer.innerText()).split('\n');
  return { status, body: body.join('\n') };
}

withChromium('the API reference lists all groups and tags of the contract, on a wide screen and in the menu of a phone', async () => {
  const groups = (document as { 'x-tagGroups'?: { name: string }[] })['x-tagGroups'] ?? [];
  const names = [...groups, ...(document.tags ?? [])].map(({ name }) => name);
  for (const width of [1280, 390]) {
    await openBrowser(width);
    await page.goto(`${app.url}/docs`);
    if (width === 390) await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('link', { name: 'Agent courses' }).waitFor();
    const listed = new Set((await page.getByRole('navigation').innerText()).split('\n').map((line) => line.trim()));
    expect(names.filter((name) => !listed.has(name))).toEqual([]);
  }
});

withChromium('no page of the API reference on a phone is wider than its screen', async () => {
  await openBrowser(390);
  for (const path of ['/docs', ...(document.tags ?? []).map(({ name }) => pathOf(name))]) {
    await page.goto(`${app.url}${path}`);
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
  }
});

withChromium('the search of the API reference finds operations and chapters by their words, and Enter opens the first result', async () => {
  for (const [words, found, path] of [
    ['identity of the API key', "Get the API key's identity", '/docs/reference/agent-identity#getAgentIdentity'],
    ['paging', 'Paging', '/docs#paging'],
    ['how do I enroll a learner', 'Enrol', '/docs/reference/enrollments#'],
    ['cohort enough seats', "Change a cohort's members", '/docs/reference/cohorts#'],
    ['/courses/{id}/export/', 'export', '/docs/reference/course-transfer#requestCourseExport'],
    ['POST /api/v1/agent/courses/', 'Create a course', '/docs/reference/agent-courses#createAgentCourse'],
    ['Idempotency-Key', 'Idempotency', '/docs#idempotency'],
    ['canvas', 'Move a school from Canvas', '/docs/guides/move-from-canvas'],
  ] as const) {
    await page.goto(`${app.url}/docs/reference/agent-courses`);
    await search().fill(words);
    const results = page.getByRole('option');
    await results.filter({ hasText: found }).first().waitFor();
    const first = await results.first().getAttribute('href');
    if (!path.endsWith('#')) expect(first).toBe(path);
    await search().press('Enter');
    await page.waitForURL(`**${first}`);
  }
  await page.goto(`${app.url}/docs`);
  await search().fill('coupn');
  await page.getByText('Nothing found.').waitFor();
  await search().fill('org-settings');
  await page.getByRole('option', { name: 'Update organisation settings' }).waitFor();
  await search().press('ArrowDown');
  const second = await page.getByRole('option').nth(1).getAttribute('href');
  await search().press('Enter');
  await page.waitForURL(`**${second}`);
});

withChromium('a link of an earlier version leads to its operation', async () => {
  await page.goto(`${app.url}/docs#tag/agent-courses/POST/api/v1/agent/courses/`);
  await page.getByRole('heading', { name: 'Create a course' }).waitFor();
  expect(await page.evaluate("document.querySelector(':target').closest('section').id")).toBe('createAgentCourse');
});

withChromium('the API reference is light or dark as the system is, or as the reader has chosen on an earlier page', async () => {
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${app.url}/docs`);
  expect(await background()).toBe('rgb(17, 24, 39)');
  await page.getByRole('button', { name: 'Light mode' }).click();
  await page.goto(`${app.url}/docs/reference/courses`);
  expect(await background()).toBe('rgb(255, 255, 255)');
});

withChromium('the API reference calls an operation with the API key of the demo, which is filled in, and shows the response', async () => {
  const { secret, subdomain } = await newOrganisation(app);
  demoKey = secret;
  const { status, body } = await callWhoAmI();
  expect(status).toBe('200 OK');
  expect(body).toContain('"name": "Test organisation"');
  expect(body).toContain(`"subdomain": "${subdomain}"`);
});

withChromium('the type of an error is the URL of a page that explains it', async () => {
  const { status, body } = await callWhoAmI();
  expect(status).toBe('401 Unauthorized');
  expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
  const answer = await page.goto(/"type": "([^"]+)"/.exec(body)?.[1] ?? '');
  expect(answer?.status()).toBe(200);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Not authenticated');
});

const MOST_BYTES = 100_000;
const MOST_SECONDS = 1;
const LOADS = 5;

withChromium('the API reference loads less than 100 KB, search included, and shows its text within a second', async () => {
  const loads: { bytes: number; seconds: number }[] = [];
  for (let load = 0; load < LOADS; load++) {
    await openBrowser(1280);
    const protocol = await context.newCDPSession(page);
    let bytes = 0;
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await protocol.send('Network.enable');
    await page.goto(`${app.url}/docs`);
    await search().fill('paging');
    await page.getByRole('option').first().waitFor();
    const milliseconds = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime");
    loads.push({ bytes, seconds: Number(milliseconds) / 1000 });
  }
  const [bytes, seconds] = [Math.max(...loads.map((load) => load.bytes)), Math.min(...loads.map((load) => load.seconds))];
  process.stderr.write(`the API reference loaded ${Math.round(bytes / 1000)} KB, and showed text after ${seconds.toFixed(2)} s\n`);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(seconds).toBeLessThan(MOST_SECONDS);
});
