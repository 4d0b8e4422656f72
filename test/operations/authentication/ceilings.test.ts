import { randomUUID } from 'node:crypto';
import { quotaTable } from '../../../generated/operations.ts';
import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';
import { newPupil, newSchool } from '../../support/school.ts';

let app: TestApp;
let limits: MemoryWindow;
beforeAll(async () => {
  app = await startTestApp((services) => {
    // The window of Redis goes by the clock of Redis.
    limits = new MemoryWindow(services.ports.clock);
    return { ...services, limits };
  });
});
afterAll(() => app.close());

/** Each browser has an address of its own. */
const logIn = (email: string, password: string, browser = new Browser(app)) => browser.call('post', 'auth/login/', { email, password });
const statuses = async (answers: Promise<{ status: number }>[]) => (await Promise.all(answers)).map(({ status }) => status);
const times = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, number) => make(number));
const newAddress = () => `${randomUUID()}@example.org`;
const networkOf = ({ headers }: Browser) => headers['X-Forwarded-For'] as string;
/** Counts so many earlier requests against a quota, as if others had sent them. */
const count = (name: keyof typeof quotaTable, key: string, requests: number) => limits.take(`${name}:${key}`, quotaTable[name], requests);

test('after 100 wrong passwords from as many addresses, further tries wait longer each time, whether or not there is an account', async () => {
  const { email } = await newUser(app);
  const answersOf = async (address: string) => {
    await count('sign_in_guesses', address, 90);
    const wrong = (await statuses(times(12, () => logIn(address, 'wrong password')))).sort();
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      const { status, headers } = await logIn(address, 'wrong password');
      expect(status).toBe(429);
      waits.push(Number(headers['retry-after']));
      app.clock.advance(Number(headers['retry-after']) * 1000);
      expect((await logIn(address, 'wrong password')).status).toBe(401);
    }
    return { wrong, waits };
  };
  const known = await answersOf(email);
  expect(known.wrong).toEqual([...times(10, () => 401), 429, 429]);
  expect(known.waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(await answersOf(newAddress())).toEqual(known);
  app.clock.advance(60_000);
  await expectStatus(200, logIn(email, PASSWORD));
});

/** Returns a user and a browser that they have signed in with. */
async function knownUser() {
  const user = await newUser(app, { signedIn: false });
  await expectStatus(200, logIn(user.email, PASSWORD, user.browser));
  return user;
}

const wrongAt = (email: string, count: number, browser = () => new Browser(app)) => statuses(times(count, () => logIn(email, 'wrong password', browser())));

test('the owner signs in with a browser used before while guesses run from many addresses, and a new browser waits', async () => {
  const { email, browser } = await knownUser();
  await count('sign_in_guesses', email, 100);
  const [guesses, own] = await Promise.all([wrongAt(email, 20), statuses(times(3, () => logIn(email, PASSWORD, browser)))]);
  expect(new Set(guesses)).toEqual(new Set([429]));
  expect(own).toEqual(times(3, () => 200));
  expect((await logIn(email, PASSWORD)).status).toBe(429);
  const { browser: stranger } = await knownUser();
  expect((await logIn(email, PASSWORD, stranger)).status).toBe(429);
});

test('the cookie of a known browser allows 20 wrong passwords an hour from all addresses together, then they wait, and they count for the account', async () => {
  const { email, browser } = await knownUser();
  // The cookie jar is that of the known browser, and the address another one each time.
  const stolen = () => Object.assign(new Browser(app), { cookie: browser.cookie });
  const wrong = await wrongAt(email, 25, stolen);
  expect(wrong.sort()).toEqual([...times(quotaTable.sign_in_known_browser.limit, () => 401), ...times(5, () => 429)]);
  await count('sign_in_guesses', email, quotaTable.sign_in_guesses.limit - quotaTable.sign_in_known_browser.limit - 2);
  expect((await wrongAt(email, 4)).sort()).toEqual([401, 401, 429, 429]);
});

test('whoever sets a new password by mail or with a card gets in at once, in a new browser too, although somebody goes on guessing', async () => {
  const school = await newSchool(app);
  const pupil = await newPupil(app, school.organisation.id, school.courseId);
  const { email } = await newUser(app, { signedIn: false });
  const card = (await expectStatus(201, school.browser.call('post', `courses/${school.courseId}/learners/${pupil.enrollmentId}/reset-password/`))).body;
  await app.mailbox.runJobs();
  await app.mailbox.read(email);
  await expectStatus(202, new Browser(app).call('post', 'auth/password-reset/', { email }));
  const [mail] = await app.mailbox.read(email);
  const next = 'another long passphrase';
  const ways = [
    [email, 'auth/password-reset-confirm/', { token: tokenOf(mail?.text), new_password: next }],
    [pupil.email, 'auth/password-reset/card/', { card_code: card.card_code, new_password: next }],
  ] as const;
  for (const [address, path, body] of ways) {
    const guessOn = () => count('sign_in_guesses', address, quotaTable.sign_in_guesses.limit);
    await guessOn();
    const [browser, owner] = [new Browser(app), new Browser(app)];
    expect((await logIn(address, next, browser)).status).toBe(429);
    await expectStatus(204, owner.call('post', path, body));
    await expectStatus(200, logIn(address, next, browser));
    await guessOn();
    expect((await logIn(address, next)).status).toBe(429);
    await expectStatus(200, logIn(address, next, owner));
  }
});

test('wrong passwords in a session count for the account, and right ones do not', async () => {
  const { email, browser } = await knownUser();
  await count('sign_in_guesses', email, 98);
  const prove = (password: string) => browser.call('post', 'auth/reauthenticate/', { method: 'password', password });
  await expectStatus(200, prove(PASSWORD));
  await expectStatus(400, prove('wrong password'));
  await expectStatus(400, browser.call('post', 'auth/password-change/', { current_password: 'wrong password', new_password: 'another long passphrase' }));
  expect((await logIn(email, PASSWORD)).status).toBe(429);
  await expectStatus(200, prove(PASSWORD));
});

test('the ceiling holds for the letters of an address in any case, and not for another account', async () => {
  const [user, other] = [await newUser(app), await newUser(app)];
  await count('sign_in_guesses', user.email, 96);
  expect(await statuses(times(4, (number) => logIn(number % 2 ? user.email.toUpperCase() : user.email, 'wrong password')))).toEqual(times(4, () => 401));
  expect((await logIn(user.email, PASSWORD)).status).toBe(429);
  await expectStatus(200, logIn(other.email, PASSWORD));
});

test('a class behind one address signs in, because a sign-in that succeeds does not count', async () => {
  const [classroom, home] = [new Browser(app), new Browser(app)];
  const at = ({ headers }: Browser) => Object.assign(new Browser(app), { headers });
  const pupils = await Promise.all(times(3, () => newUser(app, { signedIn: false })));
  await count('sign_in_address', networkOf(classroom), quotaTable.sign_in_address.limit - 1);
  for (const { email } of pupils) await expectStatus(200, logIn(email, PASSWORD, at(classroom)));
  const [{ email }] = pupils as [(typeof pupils)[number]];
  await count('sign_in_account', `${networkOf(home)} ${email}`, quotaTable.sign_in_account.limit - 1);
  for (let number = 0; number < 3; number++) await expectStatus(200, logIn(email, PASSWORD, at(home)));
  expect((await logIn(email, 'wrong password', at(home))).status).toBe(401);
  expect((await logIn(email, PASSWORD, at(home))).status).toBe(429);
});

test('wrong passwords that are sent at once count as if they were sent one after another', async () => {
  const { email } = await newUser(app);
  const browser = new Browser(app);
  const answers = await statuses(times(50, () => logIn(email, 'wrong password', browser)));
  expect(answers.filter((status) => status === 401)).toHaveLength(quotaTable.sign_in_account.limit);
});

test('60 people sign up from one address, and a class of more with the join code of its organisation, but not with a wrong one', async () => {
  const school = await newSchool(app);
  const { join_code } = (await expectStatus(200, school.browser.call('get', 'tenants/join-code/'))).body;
  const browser = new Browser(app);
  const signUp = (more: object = {}) => browser.call('post', 'auth/signup/', { email: newAddress(), password: PASSWORD, name: 'Somebody', ...more });
  await count('sign_up', networkOf(browser), 58);
  const without = await statuses(times(4, () => signUp()));
  expect(without.sort()).toEqual([202, 202, 429, 429]);
  await count('sign_up_class', networkOf(browser), 60);
  expect(new Set(await statuses(times(10, () => signUp({ join_code }))))).toEqual(new Set([202]));
  expect(await statuses(times(3, () => signUp({ join_code, password: 'password' })))).toEqual([400, 400, 400]);
  await count('join_code', networkOf(browser), 37);
  const wrong = await statuses(times(5, () => signUp({ join_code: 'AAAAAAAA' })));
  expect(wrong.sort()).toEqual([400, 400, 400, 429, 429]);
});

test('30 pupils sign up with a join code, and 60 sign in, at the same moment from one address', async () => {
  const school = await newSchool(app);
  const { join_code } = (await expectStatus(200, school.browser.call('get', 'tenants/join-code/'))).body;
  const browser = new Browser(app);
  const signUp = () => browser.call('post', 'auth/signup/', { email: newAddress(), password: PASSWORD, name: 'Somebody', join_code });
  // Two thirds of the class have asked just before, and each waits for an answer.
  await Promise.all([count('sign_up_class', networkOf(browser), 20), count('join_code', networkOf(browser), 20)]);
  expect(new Set(await statuses(times(10, signUp)))).toEqual(new Set([202]));
  await count('sign_in_address', networkOf(browser), 40);
  const pupils = await Promise.all(times(20, () => newUser(app, { signedIn: false })));
  const signIns = pupils.map(({ email }) => logIn(email, PASSWORD, Object.assign(new Browser(app), { headers: browser.headers })));
  expect(new Set(await statuses(signIns))).toEqual(new Set([200]));
});

test('a sign-up no longer counts when its address is verified from the same IP address, once', async () => {
  const browser = new Browser(app);
  const signUp = (email = newAddress()) => browser.call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Somebody' });
  const email = newAddress();
  await expectStatus(202, signUp(email));
  await count('sign_up', networkOf(browser), 59);
  await expectStatus(429, signUp());
  await app.mailbox.runJobs();
  const [mail] = await app.mailbox.read(email);
  const token = tokenOf(mail?.text);
  await expectStatus(204, browser.call('post', 'auth/verify-email/', { token }));
  await expectStatus(400, browser.call('post', 'auth/verify-email/', { token }));
  await expectStatus(202, signUp());
  await expectStatus(429, signUp());
});
