import type { Browser as Chromium, Page } from 'playwright-core';
import { startTestApp, type TestApp } from './app.ts';
import { expectStatus, newUser, PASSWORD } from './browser.ts';
import { hasChromium, type KeyboardPage, launchChromium, openKeyboardPage } from './chromium.ts';
import { newEnrolled } from './learner.ts';
import type { Row } from './organisation.ts';
import { newSchool, type School } from './school.ts';

let app: TestApp;
let browser: Chromium;
let page: Page;
let visit: KeyboardPage;
let school: School;
let course: Row;

const expectGoodPage: KeyboardPage['expectGoodPage'] = (heading) => visit.expectGoodPage(heading);
const tabTo: KeyboardPage['tabTo'] = (target) => visit.tabTo(target);
const type: KeyboardPage['type'] = (label, text) => visit.type(label, text);
const press: KeyboardPage['press'] = (role, name) => visit.press(role, name);

/** Opens the first link of the newest mail that leads to this path. */
async function openMail(address: string, path = '/'): Promise<void> {
  const mails = await app.mailbox.read(address);
  const links = (mails.at(-1)?.text ?? '').match(/https?:\/\/\S+/g) ?? [];
  const url = links.map((link) => new URL(link)).find(({ pathname }) => pathname.startsWith(path)) as URL;
  await page.goto(app.url + url.pathname + url.search);
}

/** Continues as this user, in a browser of their own. */
async function continueAs(userId: string): Promise<void> {
  const [name = '', value = ''] = (await app.signedInCookie(userId)).split('=', 2);
  await page.context().clearCookies();
  await page.context().addCookies([{ name, value, url: app.url }]);
}

/** Calls an operation that staff have no page for. */
const asOwner = (method: 'post' | 'patch', path: string, body?: object) => expectSuccess(school.browser.call(method, path, body));

async function expectSuccess(asked: ReturnType<School['browser']['call']>): Promise<Row> {
  const { status, body, text } = await asked;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return body as Row;
}

/** Registers the journeys through the pages, in a window of this width. */
export function testJourneys(width: number): void {
  beforeAll(async () => {
    app = await startTestApp();
    browser = await launchChromium();
    school = await newSchool(app);
    // Neither white nor black text is readable on every color; on this one, links and buttons need dark text.
    await expectStatus(200, school.browser.call('patch', 'tenants/branding/', { primary_color: '#ffd400' }));
    course = await school.newCourse({ title: 'Botany', description: 'Leaves.', status: 'published' });
    await school.newLesson({ title: 'The oak' }, await school.newChapter(course.id));
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  (hasChromium ? describe : describe.skip)(`by keyboard alone, ${width} pixels wide`, () => {
    beforeEach(async () => {
      visit = await openKeyboardPage(browser, width);
      page = visit.page;
    });
    afterEach(() => page.context().close());

    test('a visitor finds a course, creates an account, verifies it, signs in and enrolls', async () => {
      const email = `visitor-${width}@example.org`;
      const at = `organisation=${school.organisation.subdomain}`;
      await page.goto(`${app.url}/catalogue?${at}`);
      await expectGoodPage('Courses');
      await press('link', 'Botany');
      await expectGoodPage('Botany');
      await press('link', 'Sign in to enrol');
      await expectGoodPage('Sign in');
      await press('link', 'Create an account');
      await expectGoodPage('Create an account');
      await type('Name', 'Ada');
      await type('Email address', email);
      await type('Password', 'password');
      await press('button', 'Create account');
      await page.getByText('This password is too easy to guess.').waitFor();
      await expectGoodPage('Create an account');
      await type('Password', PASSWORD);
      await press('button', 'Create account');
      await expectGoodPage('Check your email');
      await openMail(email);
      await expectGoodPage('Verify your email address');
      await press('button', 'Verify');
      await page.getByText('Your email address is verified.').waitFor();
      await page.goto(`${app.url}/courses/${course.slug}?${at}`);
      await press('link', 'Sign in to enrol');
      await type('Email address', email);
      await type('Password', PASSWORD);
      await press('button', 'Sign in');
      await expectGoodPage('Botany');
      await press('button', 'Enrol');
      await page.getByText('You are now enrolled.').waitFor();
      await expectGoodPage('Botany');
    });

    test('the pages that no journey passes are as good', async () => {
      const at = `organisation=${school.organisation.subdomain}`;
      for (const [path, heading] of [
        ['/', 'Learning Management Service'],
        [`/?${at}`, 'Academy'],
        [`/catalogue?${at}&search=geology`, 'Courses'],
        [`/verify-email?${at}`, 'Request another link'],
        [`/invite?${at}&token=x`, 'This link is no longer valid'],
        [`/sign-in/code?${at}&methods=totp`, 'Enter your code'],
        [`/studio?${at}`, 'This page needs a web application'],
        [`/nothing?${at}`, 'Page not found'],
      ] as const) {
        await page.goto(app.url + path);
        await expectGoodPage(heading);
      }
    });

    test('a person who forgot the password sets a new one, and the link works only once', async () => {
      const { email } = await newUser(app, { signedIn: false });
      await page.goto(`${app.url}/sign-in`);
      await press('link', 'Forgot your password?');
      await expectGoodPage('Forgot your password?');
      await type('Email address', email);
      await press('button', 'Send link');
      await page.getByText('a link is on its way').waitFor();
      await openMail(email);
      await expectGoodPage('Set a new password');
      const link = page.url();
      await type('New password', 'another horse battery');
      await press('button', 'Set password');
      await type('Email address', email);
      await type('Password', 'another horse battery');
      await press('button', 'Sign in');
      await expectGoodPage('My courses');
      await page.goto(link);
      await type('New password', 'a third horse battery');
      await press('button', 'Set password');
      await expectGoodPage('This link is no longer valid');
    });

    test('a learner changes notifications, asks for the data export, and signs out', async () => {
      const { email } = await newUser(app, { signedIn: false });
      await page.goto(`${app.url}/account/notifications`);
      await type('Email address', email);
      await type('Password', PASSWORD);
      await press('button', 'Sign in');
      await expectGoodPage('Notifications');
      await tabTo(page.getByLabel('Lessons open: Email'));
      await page.keyboard.press('Space');
      await press('button', 'Save');
      await page.getByText('Your changes are saved.').waitFor();
      expect(await page.getByLabel('Lessons open: Email').isChecked()).toBe(false);
      await press('link', 'Back to your account');
      await press('link', 'Your data');
      await press('button', 'Request an export');
      await page.getByText('Your export is being prepared.').waitFor();
      await openMail(email);
      await expectGoodPage('Your data');
      await page.getByText('Ready', { exact: true }).waitFor();
      await press('link', 'Back to your account');
      await press('button', 'Sign out');
      await page.getByText('You are signed out.').waitFor();
      await expectGoodPage('Sign in');
    });

    test('a person whom an owner invites creates an account with the link of the mail, and is handed the organisation', async () => {
      const email = `heir-${width}@example.org`;
      const owned = await newSchool(app);
      await expectStatus(201, owned.browser.call('post', 'tenants/members/invites/', { email, role: 'creator' }));
      await openMail(email, '/invite');
      await expectGoodPage('Join Academy');
      await press('link', 'Create an account');
      await expectGoodPage('Create an account');
      await type('Name', 'Noor');
      await type('Password', PASSWORD);
      await press('button', 'Create account');
      await page.getByText('Your account is ready.').waitFor();
      await expectGoodPage('Sign in');
      await type('Email address', email);
      await type('Password', PASSWORD);
      await press('button', 'Sign in');
      await page.getByText('You are now a member of Academy.').waitFor();
      await expectGoodPage('Join Academy');
      await press('link', 'Your account');
      await page.getByText('Course creator', { exact: true }).waitFor();
      const { body } = await expectStatus(200, owned.browser.call('get', `tenants/members/?search=${email}`));
      await expectStatus(200, owned.browser.call('patch', `tenants/members/${body.results[0].user.id}/`, { role: 'owner' }));
      await expectStatus(200, owned.browser.call('patch', `tenants/members/${owned.id}/`, { role: 'creator' }));
      await page.reload();
      await page.getByText('Owner', { exact: true }).waitFor();
      await expectGoodPage('Your account');
      await continueAs(owned.id);
      await page.reload();
      await page.getByText('Course creator', { exact: true }).waitFor();
      await expectGoodPage('Your account');
    });

    test('a learner whose access is revoked cannot enroll again, and continues when it is brought back', async () => {
      const learner = await newEnrolled(app, school, course.id);
      const enrollment = `courses/${course.id}/learners/${learner.enrollmentId}`;
      await continueAs(learner.id);
      const here = `${app.url}/courses/${course.slug}?organisation=${school.organisation.subdomain}`;
      await page.goto(here);
      await page.getByText('You are enrolled in this course.').waitFor();
      await asOwner('post', `${enrollment}/revoke/`);
      await page.reload();
      await press('button', 'Enrol');
      await page.getByRole('alert').waitFor();
      await expectGoodPage('Botany');
      await asOwner('post', `${enrollment}/restore/`);
      await page.goto(here);
      await page.getByText('You are enrolled in this course.').waitFor();
      await expectGoodPage('Botany');
    });

    test('a learner unsubscribes with the link of a mail without signing in', async () => {
      const { email } = await newEnrolled(app, school, course.id);
      await openMail(email, '/unsubscribe');
      await expectGoodPage('Unsubscribe');
      await press('button', 'Unsubscribe');
      await expectGoodPage('You are unsubscribed');
    });

    test('a person joins an organisation with its link', async () => {
      const { email } = await newUser(app, { signedIn: false });
      const { body } = await expectStatus(200, school.browser.call('get', 'tenants/join-code/'));
      const { pathname, search } = new URL(body.join_url);
      await page.goto(app.url + pathname + search);
      await expectGoodPage('Join an organisation');
      await press('link', 'Sign in');
      await type('Email address', email);
      await type('Password', PASSWORD);
      await press('button', 'Sign in');
      await press('button', 'Join');
      await page.getByText('You are now a member of the organisation.').waitFor();
      await expectGoodPage('Join an organisation');
    });

    test('the holder of a preview token sees the course', async () => {
      const { url } = await asOwner('post', `courses/${course.id}/preview-token/`);
      const { pathname, search } = new URL(url as string);
      await page.goto(app.url + pathname + search);
      await page.getByText('This is a preview.').waitFor();
      await expectGoodPage('Botany');
    });
  });
}
