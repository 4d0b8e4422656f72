import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD } from '../support/browser.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

/** Invites an address, and returns the path of the link in the mail. */
async function invited(email = `${randomUUID()}@example.org`, role = 'creator'): Promise<{ email: string; path: string; token: string }> {
  await expectStatus(201, school.browser.call('post', 'tenants/members/invites/', { email, role }));
  const [mail] = await app.mailbox.read(email);
  const { pathname, search, searchParams } = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] as string);
  return { email, path: pathname + search, token: searchParams.get('token') as string };
}
const linkTo = (text: string, label: string): string => new RegExp(`href="([^"]+)">${label}<`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

test('a new person creates an account with the link, and is a member after signing in', async () => {
  const { email, path, token } = await invited();
  const browser = new Browser(app);
  const { text } = await browser.open(path);
  expect(text).toMatch(/<h1>Join Academy<\/h1>.*Test user has invited you to join Academy as a course creator\./s);
  const signUp = linkTo(text, 'Create an account');
  expect((await browser.open(signUp)).text).toMatch(new RegExp(`name="email" type="email" value="${email}"[^>]* readonly`));
  const weak = await browser.submit(signUp, { name: 'Noor', email, password: 'password', invite: token });
  expect([weak.status, weak.text]).toEqual([400, expect.stringContaining('This password is too easy to guess.')]);
  const { headers } = await browser.submit(signUp, { name: 'Noor', email, password: PASSWORD, invite: token });
  const ready = (await browser.open(headers.location as string)).text;
  expect(ready).toContain('Your account is ready.');
  const next = /name="next" value="([^"]+)"/.exec(ready)?.[1]?.replaceAll('&amp;', '&') as string;
  expect((await browser.submit('/sign-in', { email, password: PASSWORD, next })).headers.location).toBe(next);
  expect((await browser.open(next)).text).toContain('You are now a member of Academy.');
});

test('a person who is signed in accepts with one click, and sees with which account', async () => {
  const user = await newUser(app);
  const { path, token } = await invited(user.email, 'learner');
  expect((await user.browser.open(path)).text).toContain(`You are signed in as ${user.email}.`);
  const { headers } = await user.browser.submit('/invite', { token });
  expect((await user.browser.open(headers.location as string)).text).toContain('You are now a member of Academy.');
});

test('the link alone changes nothing, and says so when the invitation is over', async () => {
  const { path, token, email } = await invited();
  const { browser } = await newUser(app);
  await browser.open(path);
  const { body } = await expectStatus(200, school.browser.call('get', 'tenants/members/invites/'));
  const [invite] = body.results.filter((each: { email: string }) => each.email === email);
  await expectStatus(204, school.browser.call('delete', `tenants/members/invites/${invite.id}/`));
  for (const at of [path, '/invite', '/invite?token=x', `/invite?token=${'x'.repeat(400)}`, `/sign-up?invite=${token}`])
    expect((await browser.open(at)).text).toContain('<h1>This link is no longer valid</h1>');
  const { status, text } = await browser.submit('/invite', { token });
  expect([status, text]).toEqual([400, expect.stringContaining('This link is no longer valid')]);
});

test('an invitation that somebody else has accepted is over for others', async () => {
  const { path, token } = await invited();
  await expectStatus(303, (await newUser(app)).browser.submit('/invite', { token }));
  expect((await (await newUser(app)).browser.open(path)).text).toContain('This link is no longer valid');
});
