import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CONTRACT, startTestApp, type TestApp } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { newOrganisation } from '../support/organisation.ts';

takesAtMost(120);

const CHROMIUM = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/** Skips the test if Chromium is missing, except in CI, where a missing Chromium is a failure. */
function withChromium(name: string, body: () => Promise<void>): void {
  const runs = existsSync(CHROMIUM) || process.env.CI === 'true';
  if (!runs) process.stderr.write(`skipped because there is no Chromium at ${CHROMIUM}: ${name}\n`);
  (runs ? test : test.skip)(name, body);
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let foreign: string[] = [];
let complaints: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
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
  context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== app.url) foreign.push(request.url());
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  page = await context.newPage();
});

afterEach(async () => {
  await context?.close();
  expect(foreign).toEqual([]);
});

const operation = (tag: string, id: string) => page.locator(`#operations-${tag.replaceAll(' ', '_')}-${id}`);

async function openReference(): Promise<void> {
  await page.goto(`${app.url}/docs`);
  await page.locator('.opblock').first().waitFor();
}

async function tryWhoAmI() {
  const block = operation('Agent identity', 'getAgentIdentity');
  await block.locator('.opblock-summary-path').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const answer = block.locator('.live-responses-table tbody tr').first();
  return { status: answer.locator('.response-col_status'), body: answer.locator('.response-col_description') };
}

interface ContractOperation {
  operationId: string;
  tags: string[];
}

function operationsByTag(): Record<string, string[]> {
  const { paths } = JSON.parse(CONTRACT) as { paths: Record<string, Record<string, ContractOperation>> };
  const operations = Object.values(paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []));
  const tags: Record<string, string[]> = {};
  for (const { operationId, tags: [tag = ''] = [] } of operations) tags[tag] = [...(tags[tag] ?? []), operationId].sort();
  return tags;
}

withChromium('the API reference shows every operation under its tag and every event, without browser warnings', async () => {
  const expected = [
    ...Object.entries(operationsByTag()).flatMap(([tag, operations]) => operations.map((id) => `operations-${tag.replaceAll(' ', '_')}-${id}`)),
    ...Object.values<{ post: { operationId: string } }>(JSON.parse(CONTRACT).webhooks).map(({ post }) => `operations-webhooks-${post.operationId}`),
  ];
  // Swagger UI renders only the visible part of a long contract.
  await page.setViewportSize({ width: 1280, height: 150 * expected.length });
  await openReference();
  await page
    .locator('.opblock')
    .nth(expected.length - 1)
    .waitFor();
  const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map((block) => (block as unknown as { id: string }).id));
  expect(ids.sort()).toEqual(expected.sort());
  expect(complaints).toEqual([]);
});

withChromium('the API reference can call an operation with an API key and shows the response', async () => {
  const { secret, subdomain } = await newOrganisation(app);
  await openReference();
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const dialog = page.locator('.dialog-ux');
  await dialog.getByLabel('auth-bearer-value').fill(secret);
  await dialog
    .getByRole('button', { name: /^(Apply credentials|Authorize)$/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const { status, body } = await tryWhoAmI();
  expect(await status.innerText()).toContain('200');
  const shown = await body.innerText();
  expect(shown).toContain('"name": "Test organisation"');
  expect(shown).toContain(`"subdomain": "${subdomain}"`);
  expect(complaints).toEqual([]);
});

withChromium('the type of an error is the URL of a page that explains it', async () => {
  await openReference();
  const { status, body } = await tryWhoAmI();
  expect(await status.innerText()).toContain('401');
  const type = /"type": "([^"]+)"/.exec(await body.innerText())?.[1] ?? '';
  const answer = await page.goto(type);
  expect(answer?.status()).toBe(200);
  expect(await page.getByRole('heading').innerText()).toBe('Not authenticated');
  expect(await page.locator('body').innerText()).toContain('not_authenticated');
});
