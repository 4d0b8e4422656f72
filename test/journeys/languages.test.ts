import type { Email } from 'postal-mime';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, type TestUser } from '../support/browser.ts';
import { attachNumber, newPhone } from '../support/phone.ts';
import { newSchool, type School } from '../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  await expectStatus(200, school.agent('patch', 'org-settings/', { language: 'fr' }));
});
afterAll(() => app.close());

const joinCode = async () => (await expectStatus(200, school.browser.call('get', 'tenants/join-code/'))).body.join_code as string;

/** Returns a member of the school who has this language. */
async function newMember(language: string | null, name?: string): Promise<TestUser> {
  const user = await newUser(app);
  await expectStatus(200, user.browser.call('patch', 'me/', { language, join_code: await joinCode(), ...(name ? { name } : {}) }));
  return user;
}

async function onlyMail({ email }: TestUser): Promise<Email> {
  const mails = await app.mailbox.read(email);
  expect(mails).toHaveLength(1);
  return mails[0] as Email;
}

const resetMail = async (user: TestUser) => {
  await expectStatus(202, new Browser(app).call('post', 'auth/password-reset/', { email: user.email }));
  return onlyMail(user);
};

test.each([
  ['de-AT', 'Legen Sie ein neues Passwort fest', 'de-AT'],
  [null, 'Choisissez un nouveau mot de passe', 'fr'],
  ['ja', 'Choisissez un nouveau mot de passe', 'fr'],
  ['en', 'Set a new password', 'en'],
])('a user with the language %j in a French organisation is mailed "%s"', async (language, subject, lang) => {
  const mail = await resetMail(await newMember(language));
  expect(mail.subject).toBe(subject);
  expect(mail.html?.match(/lang="[\w-]+" dir="\w+"/g)).toEqual([`lang="${lang}" dir="ltr"`, `lang="${lang}" dir="ltr"`]);
});

test('a user who signs up without a language is mailed in that of the organisation of the request, and has none until they choose one', async () => {
  const user = { email: `${crypto.randomUUID()}@example.org`, password: PASSWORD };
  const browser = new Browser(app);
  await expectStatus(202, browser.call('post', 'auth/signup/', { ...user, name: 'Ada', join_code: await joinCode() }));
  expect((await onlyMail({ ...user, browser })).subject).toBe('Confirmez votre adresse e-mail');
  await expectStatus(200, browser.call('post', 'auth/login/', user));
  expect((await expectStatus(200, browser.call('get', 'me/'))).body.language).toBeNull();
  expect((await expectStatus(200, browser.call('patch', 'me/', { language: 'DE-at' }))).body.language).toBe('de-AT');
  expect((await expectStatus(200, browser.call('patch', 'me/', { language: null }))).body.language).toBeNull();
});

test('a user without a language and without an organisation is mailed in English', async () => {
  expect((await resetMail(await newUser(app))).subject).toBe('Set a new password');
});

test('each recipient of a notice reads it in their own language, and names and titles in it are taken literally', async () => {
  const course = await school.newCourse({ title: `{count} <b>'{x}'</b> #1`, status: 'published' });
  const [german, french] = [await newMember('de', '{name}'), await newMember(null)];
  for (const { email } of [german, french]) await expectStatus(201, school.browser.call('post', `courses/${course.id}/enroll/`, { email }));
  const [inGerman, inFrench] = [await onlyMail(german), await onlyMail(french)];
  expect(inGerman.subject).toBe(`Sie sind für {count} <b>'{x}'</b> #1 eingeschrieben`);
  expect(inFrench.subject).toBe(`Inscription confirmée : {count} <b>'{x}'</b> #1`);
  expect(inGerman.text).toContain('Guten Tag {name}!');
  expect(inGerman.html).toContain('Sie sind für {count} &lt;b&gt;&#39;{x}&#39;&lt;/b&gt; #1 eingeschrieben.');
});

test('times are told in the time zone of the reader', async () => {
  const user = await newMember('de');
  await expectStatus(200, user.browser.call('patch', 'me/', { timezone: 'Asia/Tokyo' }));
  await expectStatus(202, user.browser.call('post', 'me/delete/', { password: PASSWORD }));
  const { rows } = await app.database.pool.query('select deletion_due_at from users where email = $1', [user.email]);
  const due = new Intl.DateTimeFormat('de', { timeZone: 'Asia/Tokyo', dateStyle: 'long' }).format(new Date(rows[0].deletion_due_at));
  const { text } = await onlyMail(user);
  expect(text).toContain(`Ihr Konto wird am ${due} um `);
  expect(text).toMatch(/\d\d:\d\d GMT\+9 gelöscht/);
});

describe('a code by SMS', () => {
  test('is in the language of the user who signs in, or who attaches a number', async () => {
    const user = await newMember('de');
    const phone = newPhone();
    await expectStatus(202, user.browser.call('post', 'auth/phone/send/', { phone, purpose: 'attach' }));
    expect(await app.mailbox.texts(phone)).toEqual([expect.stringMatching(/^\d{6} bestätigt Ihre Telefonnummer/)]);
    const attached = await attachNumber(app, user);
    await expectStatus(202, new Browser(app).call('post', 'auth/phone/send/', { phone: attached }));
    expect(await app.mailbox.texts(attached)).toEqual([expect.stringMatching(/^\d{6} ist Ihr Anmeldecode für/)]);
  });

  test('is in English for a number that nobody has', async () => {
    const phone = newPhone();
    await expectStatus(202, new Browser(app).call('post', 'auth/phone/send/', { phone, purpose: 'attach' }));
    expect(await app.mailbox.texts(phone)).toEqual([expect.stringMatching(/^\d{6} verifies your phone number/)]);
  });
});

test('every mail says that a program sent it, so that no program replies', async () => {
  const { headers } = await resetMail(await newMember(null));
  expect(headers.filter(({ key }) => key === 'auto-submitted').map(({ value }) => value)).toEqual(['auto-generated']);
});
