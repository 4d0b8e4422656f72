import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import type { TestApp } from './app.ts';

const CHROMIUM = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const MOST_TABS = 60;

/** Tests with Chromium run where it is installed, and always in CI. */
export const hasChromium = existsSync(CHROMIUM) || process.env.CI === 'true';

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'] });

/** A page that somebody uses with the keyboard alone. */
export interface KeyboardPage {
  page: Page;
  /** Checks the page that is shown: it is accessible, no wider than the window, and breaks none of its own security rules. */
  expectGoodPage(heading: string): Promise<void>;
  /** Moves the focus there with the Tab key. */
  tabTo(target: Locator): Promise<void>;
  type(label: string, text: string): Promise<void>;
  press(role: 'button' | 'link', name: string): Promise<void>;
  /** Ticks a box. */
  tick(label: string): Promise<void>;
  /** Opens what is folded away. */
  unfold(summary: string): Promise<void>;
  /** Follows a link as it would lead on the host of the test. */
  follow(name: string): Promise<void>;
}

/** Continues in the window as this user, and as nobody else. */
export async function continueAs(app: Pick<TestApp, 'signedInCookie' | 'url'>, { page }: Pick<KeyboardPage, 'page'>, userId: string): Promise<void> {
  const [name = '', value = ''] = (await app.signedInCookie(userId)).split('=', 2);
  await page.context().clearCookies();
  await page.context().addCookies([{ name, value, url: app.url }]);
}

const isSerious = (impact: string | null | undefined) => impact === 'serious' || impact === 'critical';

/** How the person wants pages to look. */
interface Wishes {
  colorScheme?: 'light' | 'dark';
  locale?: string;
  javaScriptEnabled?: boolean;
}

/** Opens a page in a browser context of its own, as wide as a window or a phone. */
export async function openKeyboardPage(browser: Browser, width: number, wishes: Wishes = {}): Promise<KeyboardPage> {
  const complaints: string[] = [];
  const context = await browser.newContext({ ...wishes, viewport: { width, height: 800 }, extraHTTPHeaders: { 'X-Forwarded-For': `192.0.2.${width % 250}` } });
  context.setDefaultTimeout(60_000);
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  const page = await context.newPage();

  const tabTo = async (target: Locator): Promise<void> => {
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await target.evaluate((element) => (element as unknown as { ownerDocument: Record<string, unknown> }).ownerDocument.activeElement === element))
        return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not reach ${target}`);
  };
  return {
    page,
    async expectGoodPage(heading) {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      // axe waits for timers, which no page has without scripts.
      if (wishes.javaScriptEnabled !== false) {
        await page.evaluate(AXE);
        const found = await page.evaluate<{ id: string; impact?: string | null }[]>(
          'axe.run().then(({ violations }) => violations.map(({ id, impact }) => ({ id, impact })))',
        );
        expect(found.filter(({ impact }) => isSerious(impact))).toEqual([]);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    },
    tabTo,
    async type(label, text) {
      await tabTo(page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    },
    async press(role, name) {
      await tabTo(page.getByRole('main').getByRole(role, { name, exact: true }).first());
      await page.keyboard.press('Enter');
    },
    async tick(label) {
      await tabTo(page.getByLabel(label));
      await page.keyboard.press('Space');
    },
    async unfold(summary) {
      await tabTo(page.locator('summary', { hasText: summary }).first());
      await page.keyboard.press('Enter');
    },
    async follow(name) {
      const link = page.getByRole('main').getByRole('link', { name, exact: true }).first();
      await tabTo(link);
      const { pathname, search } = new URL((await link.getAttribute('href')) as string, page.url());
      await page.goto(new URL(page.url()).origin + pathname + search);
    },
  };
}
