import { readdirSync, readFileSync } from 'node:fs';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, PASSWORD } from '../support/browser.ts';
import { type Enrolled, newEnrolled } from '../support/learner.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
let learner: Enrolled;
let url: string;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  const course = await school.newCourse({ title: 'Botany', slug: 'botany', status: 'published' });
  await school.browser.call('patch', `courses/${course.id}/discussion/settings/`, { is_enabled: true });
  learner = await newEnrolled(app, school, course.id);
  url = `/learn/botany/discussion?organisation=${school.organisation.subdomain}`;
});
afterAll(() => app.close());

/** Opens the page, and returns the fields of its form, filled in, with that which says for whom it was made. */
async function filledIn(browser: Browser, at = url, fields: Record<string, string> = { title: 'Oaks?', 'text.body': 'Why <b>oaks</b>?', question: 'on' }) {
  const owner = /name="form_owner" value="([^"]+)"/.exec((await browser.open(at)).text)?.[1] ?? '';
  expect(owner).not.toBe('');
  return { ...fields, form_owner: owner };
}

/** Signs in where the response leads, and returns the page to which the sign-in leads. */
async function signIn(browser: Browser, to: string, email = learner.email): Promise<string> {
  const next = new URL(to, 'http://x.test').searchParams.get('next') as string;
  const { headers } = await browser.submit('/sign-in', { email, password: PASSWORD, next });
  expect(headers.location).toBe(next);
  return next;
}

const BACK = 'Your entries are below but have not been sent yet.';

const topics = async (): Promise<number> => (await app.database.pool.query('select from discussion_posts')).rowCount as number;

test('a form whose session has expired leads to a sign-in and is then shown again, filled and not sent', async () => {
  const fields = await filledIn(learner.browser);
  const before = await topics();
  app.clock.advance(15 * 24 * 3_600_000);
  const { status, headers } = await learner.browser.submit(url, fields);
  expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\?.*next=.*kept%3D.*notice=form_kept/)]);
  expect((await learner.browser.open(headers.location as string)).text).toContain('Sign in again within an hour to get back what you entered');
  const next = await signIn(learner.browser, headers.location as string);
  const { text } = await learner.browser.open(next);
  expect(text).toContain(BACK);
  expect(text).toMatch(/name="title"[^>]*value="Oaks\?".*Why &lt;b&gt;oaks&lt;\/b&gt;\?<\/textarea>/s);
  expect(text).toMatch(/name="question" value="on" checked/);
  expect(await topics()).toBe(before);
  expect((await learner.browser.submit(url, await filledIn(learner.browser))).headers.location).toContain('notice=posted');
});

test('the form is dropped if somebody else signs in, and its owner does not get it back from them', async () => {
  const other = await newEnrolled(app, school, (await school.newCourse({ title: 'Zoology', status: 'published' })).id);
  const fields = await filledIn(learner.browser);
  const shared = new Browser(app);
  const { headers } = await shared.submit(url, fields);
  const next = await signIn(shared, headers.location as string, other.email);
  const { text } = await shared.open(next);
  expect(text).toContain('Someone else filled in this form');
  expect(text).not.toMatch(/value="Oaks|<textarea[^>]*>Why/);
  expect((await learner.browser.open(next)).text).toContain('We no longer have what you entered');
});

test('a form that was made for somebody else is not sent in the name of who is signed in now', async () => {
  const fields = await filledIn(learner.browser);
  const before = await topics();
  school.browser.cookie = await app.signedInCookie(school.id);
  const { status, text } = await school.browser.submit(url, fields);
  expect([status, text]).toEqual([409, expect.stringContaining('Someone else filled in this form')]);
  expect(text).not.toMatch(/value="Oaks|<textarea[^>]*>Why/);
  // Its owner gets it back by signing in where the page says.
  const next = new URL((/<a href="([^"]*)">If that was you/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&'), 'http://x.test').searchParams.get('next');
  expect((await learner.browser.open(next ?? '')).text).toMatch(/Your entries are below but have not been sent yet\..*value="Oaks\?"/s);
  const forged = await school.browser.submit(url, { ...fields, form_owner: `${fields.form_owner.slice(0, -2)}AA` });
  expect([forged.status, forged.text]).toEqual([409, expect.not.stringContaining('If that was you')]);
  expect(await topics()).toBe(before);
});

test('a form is kept for its owner also where its page is not for who is signed in now', async () => {
  const fields = await filledIn(learner.browser);
  const other = await newEnrolled(app, school, (await school.newCourse({ title: 'Physics', status: 'published' })).id);
  const { text } = await other.browser.submit(url, fields);
  expect(text).toMatch(/Someone else filled in this form.*If that was you, using another account/s);
});

test('two tabs of one person keep a form each, and each can be shown more than once without being sent', async () => {
  const [one, two] = [await filledIn(learner.browser), await filledIn(learner.browser, url, { title: 'Elms?' })];
  const before = await topics();
  const tab = new Browser(app);
  const [first, second] = [await tab.submit(url, one), await tab.submit(url, two)];
  const at = await signIn(tab, first.headers.location as string);
  for (let time = 0; time < 2; time++) expect((await tab.open(at)).text).toContain('value="Oaks?"');
  const elsewhere = new URL(second.headers.location as string, 'http://x.test').searchParams.get('next') as string;
  expect((await tab.open(elsewhere)).text).toContain('value="Elms?"');
  expect(await topics()).toBe(before);
});

test('a name that nobody was given, that of the form of another page, and one that is over show nothing', async () => {
  const { headers } = await new Browser(app).submit(url, await filledIn(learner.browser));
  const next = new URL(headers.location as string, 'http://x.test').searchParams.get('next') as string;
  const name = /kept=(.*)$/.exec(next)?.[1] ?? '';
  const refused = 'We no longer have what you entered';
  expect((await learner.browser.open(`${url}&kept=${name.slice(0, -1)}x`)).text).toContain(refused);
  expect((await learner.browser.open(`/account?kept=${name}`)).text).toContain(refused);
  expect((await learner.browser.open(next)).text).toContain(BACK);
  app.clock.advance(3_600_001);
  expect((await learner.browser.open(next)).text).toContain(refused);
});

test('nothing is kept of a form without an owner, with an invented or changed one, or with one that is too old', async () => {
  const { form_owner: owner, ...fields } = await filledIn(learner.browser);
  const gone = new Browser(app);
  for (const wrong of ['', 'x', `${owner.slice(0, -2)}AA`, school.browser.cookie as string])
    expect((await gone.submit(url, { ...fields, form_owner: wrong })).headers.location).not.toContain('kept');
  expect((await gone.submit(url, fields)).headers.location).not.toContain('kept');
  app.clock.advance(32 * 24 * 3_600_000);
  expect((await gone.submit(url, { ...fields, form_owner: owner })).headers.location).not.toContain('kept');
  learner.browser.cookie = await app.signedInCookie(learner.id);
});

test('a form that is too large to be kept says so, and how it can be sent nevertheless', async () => {
  const fields = { ...(await filledIn(learner.browser)), 'text.body': 'x'.repeat(300_000) };
  const gone = new Browser(app);
  const { headers } = await gone.submit(url, fields);
  expect(headers.location).toMatch(/notice=form_too_large/);
  expect((await gone.open(headers.location as string)).text).toMatch(/could not keep what you entered.*in another tab/);
});

test('passwords and codes are never kept, whatever form they are in', async () => {
  const account = await filledIn(learner.browser, '/account', {
    name: 'Ada Byron',
    current_password: 'hunter2-a',
    new_password: 'hunter2-b',
    code: '123456',
    proof_code: '1',
  });
  const { headers } = await new Browser(app).submit('/account', account);
  const page = (await learner.browser.open(new URL(headers.location as string, 'http://x.test').searchParams.get('next') as string)).text;
  expect(page).toContain('value="Ada Byron"');
  expect(page).not.toMatch(/hunter2|123456/);
  const { rows } = await app.database.pool.query("select sess::text from sessions where sid like 'form:%'");
  // What is sealed can contain any few letters, but no spaces and no question marks.
  expect(JSON.stringify(rows)).not.toMatch(/Ada Byron|Oaks\?|hunter2/);
});

test('every field for a password or a code has a name by which it is left out', () => {
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const names = files.flatMap((file) =>
    [...readFileSync(`src/pages/${file}`, 'utf8').matchAll(/name: '?([\w.]+)'?,[^}]*(?:type: 'password'|'one-time-code')/g)].map(([, name]) => name as string),
  );
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) expect(name).toMatch(/(^|_)(password|code)$|^(PASSWORD|CODE)$/);
});

test('answers to a quiz come back after the sign-in, and a work with a file says that the file must be chosen again', async () => {
  const course = await school.newCourse({ title: 'Zoology', status: 'published' });
  const chapter = await school.newChapter(course.id);
  const content = { questions: [{ type: 'short_text', prompt: 'Name it.', accepted_answers: ['oak'] }] };
  const quiz = await school.newLesson({ title: 'Check', content_type: 'quiz', content }, chapter);
  const task = { instructions: 'Write.', submission_kinds: ['text', 'file'], points: 10 };
  const work = await school.newLesson({ title: 'Plan', content_type: 'assignment', content: task }, chapter);
  const { email, browser } = await newEnrolled(app, school, course.id);
  const at = ({ id }: { id: string }) => `/learn/${course.slug}/${id}?organisation=${school.organisation.subdomain}`;
  await browser.submit(at(quiz), { do: 'start' });
  const attempt = /name="attempt" value="([^"]+)"/.exec((await browser.open(at(quiz))).text)?.[1] ?? '';
  const fields = await filledIn(browser, at(quiz), { attempt, part: '0', a0: 'An <oak>', m0: 'on', do: 'check' });
  const gone = new Browser(app);
  const next = await signIn(gone, (await gone.submit(at(quiz), fields)).headers.location as string, email);
  expect((await gone.open(next)).text).toMatch(/name="a0" value="An &lt;oak&gt;".*name="m0" value="on" checked/s);
  const { form_owner: owner = '' } = await filledIn(browser, at(work), {});
  const [left, right] = [new Browser(app), new Browser(app)];
  const test = app.http.post(at(work)).set(left.headers).accept('html').field('form_owner', owner).field('text', 'On Monday.').field('do', 'hand_in');
  const { headers } = await test.attach('file_1', Buffer.from('Notes.'), 'notes.txt');
  const { text } = await right.open(await signIn(right, headers.location as string, email));
  expect(text).toContain('Please choose your files again.');
  expect(text).toContain('>On Monday.</textarea>');
});
