import { createHash } from 'node:crypto';
import { generateKey, hashKey, isWellFormedKey } from '../../../../src/domain/identity/api-keys/key-format.ts';

test('an API key has its prefix and 49 letters and digits, and its hash is the SHA-256 of the whole key', () => {
  const { secret, hash, displayPrefix } = generateKey();
  expect(secret).toMatch(/^lms_[0-9A-Za-z]{49}$/);
  expect(hash).toEqual(createHash('sha256').update(secret).digest());
  expect(hashKey(secret)).toEqual(hash);
  expect(secret.startsWith(displayPrefix)).toBe(true);
  expect(displayPrefix).toHaveLength(12);
});

test('the checksum of an API key detects every change of one character', () => {
  const { secret } = generateKey();
  expect(isWellFormedKey(secret)).toBe(true);
  for (let place = 0; place < secret.length; place++) {
    const other = secret[place] === 'x' ? 'y' : 'x';
    expect(isWellFormedKey(secret.slice(0, place) + other + secret.slice(place + 1))).toBe(false);
  }
});

test('generated API keys are unique', () => {
  expect(new Set(Array.from({ length: 1000 }, () => generateKey().secret)).size).toBe(1000);
});
