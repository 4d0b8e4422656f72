import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Browser as Chromium, Frame, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { takesAtMost } from '../../support/bound.ts';
import { expectStatus } from '../../support/browser.ts';
import { AXE, hasChromium, launchChromium } from '../../support/chromium.ts';
import { type Enrolled, newEnrolled, progressIn, view } from '../../support/learner.ts';
import type { Row } from '../../support/organisation.ts';
import { importPackage, type ScormPackage } from '../../support/packages.ts';
import { newSchool, type School } from '../../support/school.ts';
import { packageOf } from '../../support/scorm.ts';
import { startWebServer } from '../../support/web-server.ts';

takesAtMost(180);

let app: TestApp;
let browser: Chromium;
let school: School;
let context: BrowserContext;
beforeAll(async () => {
  app = await startTestApp();
  browser = await launchChromium();
  school = await newSchool(app);
});
afterEach(() => context.close());
afterAll(async () => {
  await browser?.close();
  await app.close();
});

const MOST_TRIES = 500;

/** A learner with a package, in a browser of their own. */
async function play(made: ScormPackage | Buffer, options: { bypassCSP?: boolean } = {}) {
  const [lesson] = (await importPackage(app, school, made)) as [Row];
  const learner: Enrolled = await newEnrolled(app, school, lesson.course_id as string);
  context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  const launch = async (): Promise<string> => (await expectStatus(200, view(learner.browser, lesson))).body.launch.url;
  const open = async (): Promise<{ page: Page; frame: Frame }> => {
    const page = await context.newPage();
    await page.goto(await launch());
    return { page, frame: await contentOf(page) };
  };
  /** Waits until the service keeps this. */
  const kept = async (expected: object): Promise<void> => {
    for (let tries = 1; ; tries++) {
      const { body } = await progressIn(learner.browser, lesson);
      try {
        return expect(body).toMatchObject(expected);
      } catch (error) {
        if (tries === MOST_TRIES) throw error;
        await delay(25);
      }
    }
  };
  return { learner, lesson, launch, open, kept };
}

async function contentOf(page: Page | Frame): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe#item')).contentFrame();
  if (!frame) throw new Error('the player shows no package');
  await frame.waitForURL('**/files/**');
  await frame.waitForLoadState();
  return frame;
}

/** Runs the calls of a package, and returns what they answer. */
const run = (frame: Frame, ...calls: string[][]): Promise<string[]> =>
  frame.evaluate(`(() => {
    const api = parent.API || parent.API_1484_11;
    return ${JSON.stringify(calls)}.map(([name, ...values]) => api[name](...values));
  })()`);

const HTML = '<!doctype html><html lang="en"><title>SCO</title><h1>SCO</h1></html>';
const made = (standard: '1.2' | '2004', inside: string): ScormPackage => ({
  standard,
  items: [{ id: 'i', title: 'SCO', ref: 'r', inside }],
  resources: { r: 'index.html' },
  files: { 'index.html': HTML },
});
const MASTERY = '<adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>start here</adlcp:datafromlms>';
const PASSING =
  '<imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>';

(hasChromium ? describe : describe.skip)('an imported package in the player', () => {
  test('of SCORM 1.2 reads who learns, goes on where it was left, and is failed and passed by its mastery score', async () => {
    const { learner, open, kept } = await play(made('1.2', MASTERY));
    const first = await open();
    expect(
      await run(
        first.frame,
        ['LMSInitialize', ''],
        ['LMSGetValue', 'cmi.core.student_id'],
        ['LMSGetValue', 'cmi.core.entry'],
        ['LMSGetValue', 'cmi.core.lesson_status'],
        ['LMSGetValue', 'cmi.launch_data'],
        ['LMSGetValue', 'cmi.student_data.mastery_score'],
        ['LMSSetValue', 'cmi.core.lesson_location', 'page 3'],
        ['LMSSetValue', 'cmi.suspend_data', 'x'.repeat(4097)],
        ['LMSGetLastError'],
        ['LMSSetValue', 'cmi.suspend_data', 'answers'],
        ['LMSSetValue', 'cmi.core.exit', 'suspend'],
        ['LMSSetValue', 'cmi.core.session_time', '00:01:05'],
        ['LMSCommit', ''],
      ),
    ).toEqual(['true', learner.enrollmentId, 'ab-initio', 'not attempted', 'start here', '80', 'true', 'false', '405', 'true', 'true', 'true', 'true']);
    await first.page.evaluate(AXE);
    const found = await first.page.evaluate<{ impact: string }[]>('axe.run().then(({ violations }) => violations)');
    expect(found.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    await kept({ state: 'in_progress', package: { location: 'page 3', suspend_data: 'answers', session_seconds: 65 } });
    await first.page.close();
    const second = await open();
    expect(
      await run(
        second.frame,
        ['LMSInitialize', ''],
        ['LMSGetValue', 'cmi.core.entry'],
        ['LMSGetValue', 'cmi.core.lesson_location'],
        ['LMSGetValue', 'cmi.suspend_data'],
        ['LMSSetValue', 'cmi.core.score.raw', '50'],
        ['LMSSetValue', 'cmi.core.lesson_status', 'completed'],
        ['LMSFinish', ''],
      ),
    ).toEqual(['true', 'resume', 'page 3', 'answers', 'true', 'true', 'true']);
    await kept({ state: 'in_progress', package: { status: 'failed', score_raw: 50 } });
    const third = await open();
    await run(
      third.frame,
      ['LMSInitialize', ''],
      ['LMSSetValue', 'cmi.core.score.raw', '90'],
      ['LMSSetValue', 'cmi.core.lesson_status', 'completed'],
      ['LMSFinish', ''],
    );
    await kept({ state: 'completed', package: { status: 'passed', score_raw: 90 } });
  });

  test('of SCORM 2004 is passed by its measure, and keeps what it told when its window is closed', async () => {
    const { open, kept } = await play(made('2004', PASSING));
    const first = await open();
    expect(
      await run(
        first.frame,
        ['Initialize', ''],
        ['GetValue', 'cmi.entry'],
        ['GetValue', 'cmi.scaled_passing_score'],
        ['SetValue', 'cmi.suspend_data', 'y'.repeat(64_001)],
        ['SetValue', 'cmi.suspend_data', 'y'.repeat(50_000)],
        ['SetValue', 'cmi.location', 'p2'],
        ['SetValue', 'cmi.exit', 'suspend'],
        ['SetValue', 'cmi.score.scaled', '0.5'],
        ['SetValue', 'cmi.completion_status', 'completed'],
      ),
    ).toEqual(['true', 'ab-initio', '0.6', 'false', 'true', 'true', 'true', 'true', 'true']);
    await first.page.goto('about:blank');
    await kept({ state: 'in_progress', package: { status: 'completed', success: 'failed', score_scaled: 0.5, location: 'p2' } });
    const second = await open();
    expect(
      await run(
        second.frame,
        ['Initialize', ''],
        ['GetValue', 'cmi.entry'],
        ['GetValue', 'cmi.location'],
        ['GetValue', 'cmi.score.scaled'],
        ['SetValue', 'cmi.score.scaled', '0.75'],
        ['SetValue', 'cmi.session_time', 'PT2M'],
        ['Terminate', ''],
      ),
    ).toEqual(['true', 'resume', 'p2', '0.5', 'true', 'true', 'true']);
    await kept({ state: 'completed', package: { success: 'passed', score_scaled: 0.75, session_seconds: 120 } });
  });

  test('that this service exported is played, left in the middle and passed', async () => {
    const questions = [
      { type: 'true_false', id: 'yes', prompt: 'Is it?', correct: true },
      { type: 'true_false', id: 'no', prompt: 'Is it not?', correct: false },
    ];
    const quiz = await school.newLesson({ content_type: 'quiz', content: { questions, passing_score_percent: 100, max_attempts: 3 } });
    const { open, kept } = await play((await packageOf(app.url, school.browser, quiz)).bytes);
    const first = await open();
    await first.frame.getByRole('button', { name: 'Start', exact: true }).click();
    await first.frame.getByLabel('True').check();
    await first.frame.getByRole('button', { name: 'Next', exact: true }).click();
    await first.page.goto('about:blank');
    await kept({ state: 'in_progress', package: { status: 'incomplete', is_suspended: true, location: '2' } });
    const { frame } = await open();
    await frame.getByRole('heading', { name: 'Question 2 of 2' }).waitFor();
    await frame.getByLabel('False').check();
    await frame.getByRole('button', { name: 'Hand in', exact: true }).click();
    await frame.getByRole('heading', { name: 'Hand in your answers?' }).waitFor();
    await frame.getByRole('button', { name: 'Hand in', exact: true }).click();
    await frame.getByRole('heading', { name: 'Result' }).waitFor();
    await kept({ state: 'completed', package: { status: 'passed', score_raw: 100 } });
  });

  test('that is open in two windows is kept from the later one, and the other says so', async () => {
    const { open, kept } = await play(made('1.2', ''));
    const [first, second] = [await open(), await open()];
    await run(second.frame, ['LMSInitialize', ''], ['LMSSetValue', 'cmi.core.lesson_location', 'later'], ['LMSCommit', '']);
    await kept({ package: { location: 'later' } });
    await run(first.frame, ['LMSInitialize', ''], ['LMSSetValue', 'cmi.core.lesson_location', 'earlier'], ['LMSCommit', '']);
    await first.page.getByText('The lesson is open in another window.').waitFor();
    await kept({ package: { location: 'later' } });
  });

  test.each([
    ['with the rules of the service', false],
    ['even without its content security policy', true],
  ])('that is hostile reads nothing of the session, %s', async (_what, bypassCSP) => {
    const { learner, launch } = await play(made('1.2', ''), { bypassCSP });
    const [name = '', value = ''] = (learner.browser.cookie ?? '').split('; ')[0]?.split('=') ?? [];
    await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Lax' }]);
    const own = await context.newPage();
    const mine = `${app.url}/api/v1/me/`;
    const answered = await own.goto(mine);
    expect([answered?.status(), await answered?.text()]).toEqual([200, expect.stringContaining(learner.email)]);
    const url = await launch();
    const front = await startWebServer(
      (_req, res) =>
        void res
          .writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'theirs=1; HttpOnly' })
          .end(`<!doctype html><title>Front end</title><p id="secret">secret</p><iframe id="play" src="${url}"></iframe>`),
    );
    try {
      const page = await context.newPage();
      await page.goto(front.url);
      const player = await (await page.waitForSelector('#play')).contentFrame();
      const frame = await contentOf(player as Frame);
      const found = await frame.evaluate<Record<string, string>>(`(async () => {
        const tried = async (work) => { try { return String(await work()); } catch (error) { return 'refused'; } };
        const read = (url, more) => fetch(url, { credentials: 'include', ...more }).then((answer) => answer.text());
        return {
          cookies: document.cookie,
          playerCookies: parent.document.cookie,
          session: await tried(() => read(${JSON.stringify(mine)})),
          sessionFromPlayer: await tried(() => parent.fetch(${JSON.stringify(mine)}, { credentials: 'include' }).then((answer) => answer.text())),
          change: await tried(() => read(${JSON.stringify(mine)}, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{}' })),
          ownOrigin: await tried(() => read('/api/v1/me/').then((text) => JSON.parse(text).status)),
          frontEnd: await tried(() => top.document.body.textContent),
          frontEndStorage: await tried(() => top.localStorage.length),
          navigation: ${bypassCSP} ? 'refused' : await tried(() => { top.location = 'about:blank'; return 'moved'; }),
          worker: await tried(() => navigator.serviceWorker.register('index.html').then(() => 'registered')),
        };
      })()`);
      expect(found).toEqual({
        cookies: '',
        playerCookies: '',
        session: 'refused',
        sessionFromPlayer: 'refused',
        change: 'refused',
        ownOrigin: '404',
        frontEnd: 'refused',
        frontEndStorage: 'refused',
        navigation: 'refused',
        worker: 'refused',
      });
      // A form needs no permission to be sent. Whatever it asks for is refused as a request of another site.
      const sent = app.log.length;
      await frame.evaluate(`(() => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: ${JSON.stringify(`${app.url}/api/v1/auth/logout/`)}, target: '_blank' });
        document.body.append(form);
        form.submit();
      })()`);
      const still = await own.goto(mine);
      expect(still?.status()).toBe(200);
      expect(app.log.slice(sent).filter(({ path, status }) => String(path).includes('logout') && Number(status) < 400)).toEqual([]);
    } finally {
      await front.close();
    }
  });
});
