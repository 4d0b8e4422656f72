import { randomUUID } from 'node:crypto';
import { quotaTable } from '../../../generated/operations.ts';
import { MemoryWindow } from '../../../src/platform/limits/sliding-window.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';
import { newPupil, newSchool } from '../../support/school.ts';

let app: TestApp;
let limits: MemoryWindow;
beforeEach(async () => {
  app = await startTestApp((services) => {
    // The window of Redis goes by the clock of Redis.
    limits = new MemoryWindow(services.ports.clock);
    return { ...services, limits };
  });
});
afterEach(() => app.close());

/** Each browser has an address of its own. */
const logIn = (email: string, password: string, browser = new Browser(app)) => browser.call('post', 'auth/login/', { email, password });
const statuses = async (answers: Promise<{ status: number }>[]) => (await Promise.all(answers)).map(({ status }) => status);
const times = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, number) => make(number));
const newAddress = () => `${randomUUID()}@example.org`;

test('after 100 wrong passwords from as many addresses, further tries wait longer each time, whether or not there is an account', async () => {
  const { email } = await newUser(app);
  const answersOf = async (address: string) => {
    const wrong = (await statuses(times(120, () => logIn(address, 'wrong password')))).sort();
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
  expect(known.wrong).toEqual([...times(100, () => 401), ...times(20, () => 429)]);
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

test('the owner signs in with a browser used before while 200 guesses run from as many addresses, and a new browser waits', async () => {
  const { email, browser } = await knownUser();
  await wrongAt(email, 100);
  const [guesses, own] = await Promise.all([wrongAt(email, 200), statuses(times(5, () => logIn(email, PASSWORD, browser)))]);
  expect(new Set(guesses)).toEqual(new Set([429]));
  expect(own).toEqual(times(5, () => 200));
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
  expect((await wrongAt(email, 100)).filter((status) => status === 401)).toHaveLength(
    quotaTable.sign_in_guesses.limit - quotaTable.sign_in_known_browser.limit,
  );
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
    const guessOn = () => Promise.all(times(quotaTable.sign_in_guesses.limit, () => limits.take(`sign_in_guesses:${address}`, quotaTable.sign_in_guesses)));
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
  await wrongAt(email, 98);
  const prove = (password: string) => browser.call('post', 'auth/reauthenticate/', { method: 'password', password });
  await expectStatus(200, prove(PASSWORD));
  await expectStatus(400, prove('wrong password'));
  await expectStatus(400, browser.call('post', 'auth/password-change/', { current_password: 'wrong password', new_password: 'another long passphrase' }));
  expect((await logIn(email, PASSWORD)).status).toBe(429);
  await expectStatus(200, prove(PASSWORD));
});

test('the ceiling holds for the letters of an address in any case, and not for another account', async () => {
  const [user, other] = [await newUser(app), await newUser(app)];
  await Promise.all(times(100, (number) => logIn(number % 2 ? user.email.toUpperCase() : user.email, 'wrong password')));
  expect((await logIn(user.email, PASSWORD)).status).toBe(429);
  await expectStatus(200, logIn(other.email, PASSWORD));
});

test('a class behind one address signs in, because a sign-in that succeeds does not count', async () => {
  const browser = new Browser(app);
  const shared = () => Object.assign(new Browser(app), { headers: browser.headers });
  const pupils = await Promise.all(times(quotaTable.sign_in_address.limit + 10, () => newUser(app, { signedIn: false })));
  for (const { email } of pupils) await expectStatus(200, logIn(email, PASSWORD, shared()));
  const [{ email }] = pupils as [(typeof pupils)[number]];
  for (let number = 0; number < quotaTable.sign_in_account.limit + 5; number++) await expectStatus(200, logIn(email, PASSWORD, shared()));
  for (let number = 0; number < quotaTable.sign_in_account.limit; number++) expect((await logIn(email, 'wrong password', shared())).status).toBe(401);
  expect((await logIn(email, PASSWORD, shared())).status).toBe(429);
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
  const without = await statuses(times(62, () => signUp()));
  expect(without.sort()).toEqual([...times(60, () => 202), 429, 429]);
  for (let group = 0; group < 6; group++) expect(new Set(await statuses(times(12, () => signUp({ join_code }))))).toEqual(new Set([202]));
  for (let group = 0; group < 2; group++) expect(new Set(await statuses(times(12, () => signUp({ join_code, password: 'password' }))))).toEqual(new Set([400]));
  const wrong = await statuses(times(42, () => signUp({ join_code: 'AAAAAAAA' })));
  expect(wrong.sort()).toEqual([...times(40, () => 400), 429, 429]);
});

test('30 pupils sign up with a join code, and 60 sign in, at the same moment from one address', async () => {
  const school = await newSchool(app);
  const { join_code } = (await expectStatus(200, school.browser.call('get', 'tenants/join-code/'))).body;
  const browser = new Browser(app);
  const signUp = () => browser.call('post', 'auth/signup/', { email: newAddress(), password: PASSWORD, name: 'Somebody', join_code });
  expect(new Set(await statuses(times(30, signUp)))).toEqual(new Set([202]));
  const pupils = await Promise.all(times(60, () => newUser(app, { signedIn: false })));
  const signIns = pupils.map(({ email }) => logIn(email, PASSWORD, Object.assign(new Browser(app), { headers: browser.headers })));
  expect(new Set(await statuses(signIns))).toEqual(new Set([200]));
});

test('a sign-up no longer counts when its address is verified from the same IP address, once', async () => {
  const browser = new Browser(app);
  const signUp = (email = newAddress()) => browser.call('post', 'auth/signup/', { email, password: PASSWORD, name: 'Somebody' });
  const email = newAddress();
  await expectStatus(202, signUp(email));
  await statuses(times(59, () => signUp()));
  await expectStatus(429, signUp());
  await app.mailbox.runJobs();
  const [mail] = await app.mailbox.read(email);
  const token = tokenOf(mail?.text);
  await expectStatus(204, browser.call('post', 'auth/verify-email/', { token }));
  await expectStatus(400, browser.call('post', 'auth/verify-email/', { token }));
  await expectStatus(202, signUp());
  await expectStatus(429, signUp());
});
