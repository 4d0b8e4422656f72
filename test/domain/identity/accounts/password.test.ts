import { argon2Sync } from 'node:crypto';
import { hashPassword, matchPassword } from '../../../../src/domain/identity/accounts/password.ts';

test('a hash matches only its own password, and each hash of a password is different', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).not.toBe(two);
  expect(await matchPassword('correct horse', one)).toBe('prepared');
  expect(await matchPassword('correct horsf', one)).toBe(null);
  expect(await matchPassword('', one)).toBe(null);
});

test('a hash is a PHC string that contains its parameters, so that they can be raised later', async () => {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', { message: 'old', nonce, parallelism: 2, tagLength: 24, memory: 64, passes: 1 });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  expect(await matchPassword('old', `$argon2id$v=19$m=64,t=1,p=2$${plain(nonce)}$${plain(tag)}`)).toBe('prepared');
  // Loaded once more, the module has the parameters of any other process.
  const module = new URL('../../../../src/domain/identity/accounts/password.ts?again', import.meta.url).href;
  const other: { hashPassword: typeof hashPassword } = await import(module);
  expect(await other.hashPassword('new')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
});

test.each(['', 'plain', '$argon2i$v=19$m=64,t=1,p=1$YWJj$YWJj', '$2b$10$abcdefghijklmnopqrstuv'])(
  '%j is not a valid hash and matches no password',
  async (hash) => {
    expect(await matchPassword('', hash)).toBe(null);
  },
);
