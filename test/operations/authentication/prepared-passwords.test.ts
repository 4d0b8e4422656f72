import { randomUUID } from 'node:crypto';
import { hashPassword, matchPassword } from '../../../src/domain/identity/accounts/password.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, newUser, PASSWORD, tokenOf } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const COMPOSED = 'p\u00e9n\u00e9lope tisse';
const DECOMPOSED = 'pe\u0301ne\u0301lope\u00a0tisse';
const signIn = (email: string, password: string) => new Browser(app).call('post', 'auth/login/', { email, password });
const hashOf = async (id: string) =>
  (await app.database.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()).password_hash;

test('a password matches however a device composes its accents, wherever it is set or asked for', async () => {
  const email = `${randomUUID()}@example.org`;
  await expectStatus(202, new Browser(app).call('post', 'auth/signup/', { email, password: DECOMPOSED, name: 'Penelope' }));
  const browser = new Browser(app);
  await expectStatus(200, browser.call('post', 'auth/login/', { email, password: COMPOSED }));
  await expectStatus(204, browser.call('post', 'auth/password-change/', { current_password: DECOMPOSED, new_password: `${DECOMPOSED}2` }));
  await expectStatus(200, signIn(email, `${COMPOSED}2`));
  await app.mailbox.read(email);
  await expectStatus(202, browser.call('post', 'auth/password-reset/', { email }));
  const token = tokenOf((await app.mailbox.read(email))[0]?.text);
  await expectStatus(204, browser.call('post', 'auth/password-reset-confirm/', { token, new_password: `${COMPOSED}3` }));
  await expectStatus(200, signIn(email, `${DECOMPOSED}3`));
  expect((await signIn(email, `${COMPOSED.toUpperCase()}3`)).status).toBe(401);
  expect((await signIn(email, `${COMPOSED}3 `)).status).toBe(401);
});

test('the hash of a password from before is replaced when the password is used as it was typed then, and not by a wrong one', async () => {
  const user = await newUser(app);
  // The only way to hash a text that is not prepared: as the password that argon2id derived from before.
  const { argon2Sync, randomBytes } = await import('node:crypto');
  const [nonce, plain] = [randomBytes(16), (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')];
  const tag = argon2Sync('argon2id', { message: DECOMPOSED, nonce, parallelism: 1, tagLength: 32, memory: 64, passes: 1 });
  const old = `$argon2id$v=19$m=64,t=1,p=1$${plain(nonce)}$${plain(tag)}`;
  await app.database.pool.query('update users set password_hash = $2 where id = $1', [user.id, old]);
  expect((await signIn(user.email, COMPOSED)).status).toBe(401);
  expect(await hashOf(user.id)).toBe(old);
  await expectStatus(200, signIn(user.email, DECOMPOSED));
  const hash = (await hashOf(user.id)) ?? '';
  expect(await matchPassword(COMPOSED, hash)).toBe('prepared');
  for (const password of [COMPOSED, DECOMPOSED]) await expectStatus(200, signIn(user.email, password));
  expect(await hashOf(user.id)).toBe(hash);
});

test('a password with control characters, or of too few characters when it is prepared, is refused where one is set, and every other is accepted there', async () => {
  const { browser } = await newUser(app);
  const change = (new_password: string) => browser.call('post', 'auth/password-change/', { current_password: PASSWORD, new_password });
  const faults = async (password: string) => (await change(password)).body.errors;
  for (const character of ['\t', '\n', '\u0007', '\u2028'])
    expect(await faults(`a long${character}password`)).toEqual([expect.objectContaining({ field: 'new_password', code: 'invalid_character' })]);
  expect(await faults('e\u0301'.repeat(4))).toEqual([expect.objectContaining({ field: 'new_password', code: 'too_short' })]);
  await expectStatus(204, change('\u2764\ufe0f \u{1f468}\u200d\u{1f469}\u200d\u{1f467} family'));
});

test('hashes of equal passwords match each other', async () => {
  expect(await matchPassword(DECOMPOSED, await hashPassword(COMPOSED))).toBe('prepared');
  expect(await matchPassword(COMPOSED, await hashPassword(DECOMPOSED))).toBe('prepared');
});
