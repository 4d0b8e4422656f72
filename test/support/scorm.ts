import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Browser as Chromium, Frame, Page } from 'playwright-core';
import type { Browser } from './browser.ts';
import { unzipped } from './data-export.ts';

export interface Package {
  answer: Response;
  bytes: Buffer;
  files: Record<string, Buffer>;
}

/** Exports a lesson, and returns the files of its package. */
export async function packageOf(
  url: string,
  { headers, cookie }: Browser,
  lesson: { id: string; chapter_id?: unknown; course_id?: unknown },
): Promise<Package> {
  const path = `courses/${lesson.course_id}/chapters/${lesson.chapter_id}/lessons/${lesson.id}/export/scorm/`;
  const answer = await fetch(`${url}/api/v1/${path}`, { headers: { ...headers, Cookie: cookie ?? '' } });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { answer, bytes, files: await unzipped(bytes) };
}

const RUNTIME = readFileSync(createRequire(import.meta.url).resolve('scorm-again/scorm12'), 'utf8');
const ORIGIN = 'http://platform.example';

/** What the learning platform has been told, in SCORM's names. */
export interface Told {
  status: string;
  score: string;
  exit: string;
  suspendData: string;
}

/** A learner's visits of a package on a learning platform, whose runtime is scorm-again. */
export interface Visits {
  page: Page;
  /** Opens the package, with what the platform kept. */
  open(): Promise<Frame>;
  /** Opens the package in a window of its own. */
  openWindow(): Promise<Page>;
  /** Leaves the package as somebody does who closes its window. */
  leave(): Promise<void>;
  told(): Promise<Told>;
  /** All calls of the API since the package was opened: the function and its arguments. */
  calls(): Promise<string[][]>;
  close(): Promise<void>;
}

/** Keeps the runtime's data from one visit to the next, and records every call of the package. */
const platformPage = (masteryScore: string | undefined) => `<!doctype html><html lang="en"><title>Platform</title><script src="/runtime.js"></script>
<style>body { margin: 0 } iframe { width: 100%; height: 780px; border: 0 }</style><body><iframe id="sco" title="Package"></iframe><script>
const runtime = new Scorm12API({ autocommit: false, logLevel: 5 });
const kept = JSON.parse(localStorage.getItem('kept') || 'null');
runtime.loadFromJSON({ ...(kept || {}), ${masteryScore === undefined ? '' : `student_data: { mastery_score: '${masteryScore}' }`} });
window.calls = [];
window.API = {};
for (const name of ['LMSInitialize', 'LMSFinish', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSGetLastError', 'LMSGetErrorString', 'LMSGetDiagnostic'])
  window.API[name] = (...values) => {
    const answer = runtime[name.replace('LMS', 'lms')](...values);
    window.calls.push([name, ...values.map(String), String(answer)]);
    const { core, suspend_data } = { core: runtime.cmi.core, suspend_data: runtime.cmi.suspend_data };
    window.told = { status: core.lesson_status, score: String(core.score.raw), suspendData: suspend_data };
    if (name === 'LMSSetValue' && values[0] === 'cmi.core.exit') window.exit = String(values[1]);
    const saved = { core: { lesson_status: core.lesson_status, lesson_location: core.lesson_location, score: { raw: core.score.raw }, entry: 'resume' }, suspend_data };
    if (name !== 'LMSGetValue') localStorage.setItem('kept', JSON.stringify(saved));
    return answer;
  };
if (location.hash !== '#window') document.getElementById('sco').src = '/package/index.html';
</script></body></html>`;

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css', png: 'image/png', pdf: 'application/pdf' };

/** Serves a package and the page of a platform around it. Nothing else can be reached. */
export async function visitsOf(browser: Chromium, { files }: Package, width = 1280): Promise<Visits> {
  const context: BrowserContext = await browser.newContext({ viewport: { width, height: 800 } });
  context.setDefaultTimeout(60_000);
  const mastery = /<adlcp:masteryscore>([^<]+)</.exec(String(files['imsmanifest.xml']))?.[1];
  await context.route('**', async (route) => {
    const { pathname, origin } = new URL(route.request().url());
    if (origin !== ORIGIN) return route.abort();
    if (pathname === '/') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: platformPage(mastery) });
    if (pathname === '/runtime.js') return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: RUNTIME });
    const body = files[pathname.slice('/package/'.length)];
    return body ? route.fulfill({ contentType: TYPES[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream', body }) : route.fulfill({ status: 404 });
  });
  const page = await context.newPage();
  return {
    page,
    async open() {
      await page.goto(`${ORIGIN}/`);
      const frame = await (await page.waitForSelector('#sco')).contentFrame();
      if (!frame) throw new Error('the platform shows no package');
      await frame.getByRole('heading', { level: 1 }).waitFor();
      return frame;
    },
    async openWindow() {
      await page.goto(`${ORIGIN}/#window`);
      const [window] = await Promise.all([page.waitForEvent('popup'), page.evaluate("void window.open('/package/index.html')")]);
      await window.getByRole('heading', { level: 1 }).waitFor();
      return window;
    },
    leave: () =>
      page.evaluate(`new Promise((resolve) => {
        const frame = document.getElementById('sco');
        frame.addEventListener('load', () => resolve(), { once: true });
        frame.src = 'about:blank';
      })`),
    told: () => page.evaluate<Told>('({ ...window.told, exit: window.exit })'),
    calls: () => page.evaluate<string[][]>('window.calls'),
    close: () => context.close(),
  };
}
