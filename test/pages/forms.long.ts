import type { Browser as Chromium } from 'playwright-core';
import { readerOf } from '../../src/domain/messages/language/reader.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { takesAtMost } from '../support/bound.ts';
import { expectStatus, PASSWORD } from '../support/browser.ts';
import { hasChromium, type KeyboardPage, launchChromium, openKeyboardPage } from '../support/chromium.ts';
import { type Enrolled, newEnrolled } from '../support/learner.ts';
import type { Row } from '../support/organisation.ts';
import { newSchool, type School } from '../support/school.ts';
import { uploadFile } from '../support/uploads.ts';

takesAtMost(240);

const { say } = readerOf(['en'], 'UTC');

let app: TestApp;
let chromium: Chromium;
let school: School;
let course: Row;
let [work, paper, text, quiz]: [Row, Row, Row, Row] = [] as never;
beforeAll(async () => {
  app = await startTestApp();
  chromium = await launchChromium();
  school = await newSchool(app);
  course = await school.newCourse({ title: 'Botany', slug: 'botany', status: 'published' });
  await expectStatus(200, school.browser.call('put', `courses/${course.id}/discussion/settings/`, { is_enabled: true }));
  const chapter = await school.newChapter(course.id);
  const instructions = { instructions: 'Write.', submission_kinds: ['text', 'file'], points: 10 };
  const upload = await uploadFile(school.browser, course.id, onePage(), { file_name: 'oak.pdf', content_type: 'application/pdf', purpose: 'document' });
  const { body: document } = await expectStatus(201, school.browser.call('post', `courses/${course.id}/documents/`, { upload_id: upload.id }));
  work = await school.newLesson({ title: 'Plan', content_type: 'assignment', content: instructions }, chapter);
  paper = await school.newLesson({ title: 'Paper', content_type: 'document', content: { source: 'upload', document_id: document.id } }, chapter);
  const questions = [
    { type: 'short_text', prompt: 'Which tree?', accepted_answers: ['oak'] },
    { type: 'short_text', prompt: 'Which leaf?', accepted_answers: ['green'] },
  ];
  quiz = await school.newLesson({ title: 'Check', content_type: 'quiz', content: { questions, time_limit_minutes: 10 } }, chapter);
  const body = 'Let $x^2$ and\n\n$$\\begin{bmatrix}1 & 2\\\\3 & 4\\end{bmatrix} \\frac{\\color{red}a}{\\sqrt{b}}$$\n\n```js\nconst a = "b"; // c\n```';
  text = await school.newLesson({ title: 'Formulas', content: { body } }, chapter);
});
afterAll(async () => {
  await chromium?.close();
  await app.close();
});

/** A document with one empty page, which the viewer of the browser reads. */
function onePage(): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = String(text.length).padStart(10, '0');
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${at} 00000 n \n`;
  });
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table);
}

const here = (below: string) => `${app.url}/learn/botany${below}?organisation=${school.organisation.subdomain}`;

async function signIn({ page }: KeyboardPage, { id }: Enrolled): Promise<void> {
  const [name = '', value = ''] = (await app.signedInCookie(id)).split('=', 2);
  await page.context().clearCookies();
  await page.context().addCookies([{ name, value, url: app.url }]);
}

(hasChromium ? describe : describe.skip)('a browser that runs scripts', () => {
  let visit: KeyboardPage;
  beforeEach(async () => {
    visit = await openKeyboardPage(chromium, 390);
  });
  afterEach(() => visit.page.context().close());

  test('offers what was written and not posted to who wrote it, puts it in only when asked to, and forgets it when it is posted and at the sign-out', async () => {
    const { page, type, press, expectGoodPage } = visit;
    const [learner, other] = [await newEnrolled(app, school, course.id), await newEnrolled(app, school, course.id)];
    const field = page.getByLabel('Message', { exact: true });
    const offer = page.getByText('You wrote this here earlier');
    await signIn(visit, learner);
    await page.goto(here('/discussion'));
    await type('Message', 'Why <b>oaks</b>?');
    await page.getByText('Saved in this browser').waitFor();
    await signIn(visit, other);
    await page.goto(here('/discussion'));
    expect([await offer.count(), await field.inputValue()]).toEqual([0, '']);
    await signIn(visit, learner);
    await page.goto(here('/discussion'));
    expect(await offer.textContent()).toContain('Why <b>oaks</b>?');
    expect(await field.inputValue()).toBe('');
    await expectGoodPage('Discussion');
    await press('button', 'Continue writing');
    expect(await field.inputValue()).toBe('Why <b>oaks</b>?');
    await type('Title', 'Oaks');
    await press('button', 'Post');
    await page.getByText('Your message was posted.').waitFor();
    await page.goto(here('/discussion'));
    expect(await offer.count()).toBe(0);
    await type('Message', 'Another.');
    await page.getByText('Saved in this browser').waitFor();
    await page.goto(`${app.url}/account`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    expect(await page.evaluate('Object.keys(localStorage).length')).toBe(0);
  });

  test('sends a file ahead of the form, says if it does not arrive, and hands it in with the form all the same', async () => {
    const { page, press, expectGoodPage } = visit;
    await signIn(visit, await newEnrolled(app, school, course.id));
    await page.goto(here(`/${work.id}`));
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Notes.') });
    await page.getByLabel('File').first().setInputFiles(file('notes.txt'));
    await page.getByLabel('Attached: notes.txt').waitFor();
    expect(await page.getByLabel('File').first().inputValue()).toBe('');
    await expectGoodPage('Plan');
    await press('button', 'Hand in');
    await page.getByText('You have handed in your work.').waitFor();
    expect(await page.getByRole('link', { name: 'notes.txt' }).count()).toBe(1);
    await page.route('**/files/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await page.getByLabel('File').first().setInputFiles(file('late.txt'));
    await page.getByText('late.txt could not be uploaded.').waitFor();
    await press('button', 'Hand in');
    await page.getByRole('link', { name: 'late.txt' }).waitFor();
  });

  test('comes back to a filled form if its session has ended in the middle, and sends it then', async () => {
    const { page, type, press, expectGoodPage } = visit;
    const learner = await newEnrolled(app, school, course.id);
    await signIn(visit, learner);
    await page.goto(here('/discussion'));
    await type('Title', 'Oaks');
    await type('Message', 'Why **oaks**?');
    await page.context().clearCookies();
    await press('button', say('page.talk.post'));
    await expectGoodPage(say('page.sign_in.title'));
    await type(say('page.field.email'), learner.email);
    await type(say('page.field.password'), PASSWORD);
    await press('button', say('page.sign_in.submit'));
    await expectGoodPage('Discussion');
    const values = ['Title', 'Message'].map((label) => page.getByLabel(label, { exact: true }).inputValue());
    expect(await Promise.all(values)).toEqual(['Oaks', 'Why **oaks**?']);
    await press('button', say('page.talk.post'));
    await page.getByText(say('page.talk.posted')).waitFor();
  });

  test('keeps the answers of a quiz while the network is lost, sends them when it is back, and goes on after the service has restarted', async () => {
    const { page, press, expectGoodPage } = visit;
    const learner = await newEnrolled(app, school, course.id);
    await signIn(visit, learner);
    await page.goto(here(`/${quiz.id}`));
    await press('button', say('page.quiz.start'));
    const answer = (index: number) => page.getByLabel(say('page.quiz.answer')).nth(index);
    await answer(0).waitFor();
    await page.context().setOffline(true);
    await answer(0).fill('oak');
    await page.getByText(say('page.quiz.unsaved')).waitFor();
    await page.context().setOffline(false);
    await page.getByText(say('page.quiz.saved')).waitFor();
    const saved = page.waitForRequest((request) => request.method() === 'POST' && (request.postData() ?? '').includes('do=save'));
    await answer(1).fill('blue');
    expect(Object.keys(Object.fromEntries(new URLSearchParams((await saved).postData() ?? ''))).filter((name) => /^a\d/.test(name))).toEqual(['a1']);
    const restarted = await startTestApp(undefined, { beside: app });
    try {
      await page.goto(here(`/${quiz.id}`).replace(app.url, restarted.url));
      expect(await answer(0).inputValue()).toBe('oak');
      await answer(1).fill('green');
      await press('button', say('page.quiz.review'));
      await expectGoodPage('Check');
      await press('button', say('page.quiz.submit'));
      await page.getByText(say('page.quiz.passed'), { exact: true }).waitFor();
    } finally {
      await restarted.close();
    }
  });

  test('shows a PDF in its frame, and formulas and programs without a complaint', async () => {
    const { page, expectGoodPage } = visit;
    await signIn(visit, await newEnrolled(app, school, course.id));
    const viewer = page.waitForEvent('framenavigated', { predicate: (frame) => frame.url().startsWith('chrome-extension://') });
    const framed = page.waitForResponse(/\/document\//);
    await page.goto(here(`/${paper.id}`));
    expect([(await framed).status(), (await framed).headers()['content-type']]).toEqual([200, 'application/pdf']);
    await expectGoodPage('Paper');
    await viewer;
    await page.goto(here(`/${text.id}`));
    await expectGoodPage('Formulas');
    const sizes = (await page.evaluate('[...document.querySelectorAll("math")].map((one) => one.getBoundingClientRect().height)')) as number[];
    expect(sizes).toHaveLength(2);
    expect(Math.min(...sizes)).toBeGreaterThan(10);
    expect(sizes[1]).toBeGreaterThan(30);
  });
});
