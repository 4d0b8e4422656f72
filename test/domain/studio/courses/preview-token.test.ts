import { randomUUID } from 'node:crypto';
import { readPreviewToken, writePreviewToken } from '../../../../src/domain/studio/courses/preview-token.ts';
import { createKeyring } from '../../../../src/platform/secrets/keyring.ts';

const keyring = createKeyring('the secret of the tests, long enough');
const grant = { organisationId: randomUUID(), courseId: randomUUID(), makerId: randomUUID(), expiresAt: '2026-01-01T01:00:00.000Z' };
const at = (time: string) => ({ now: () => Date.parse(time) });
const token = writePreviewToken(keyring, grant);

test('a preview token grants access to its course until it expires', () => {
  expect(readPreviewToken(keyring, at('2026-01-01T00:59:59.999Z'), token)).toEqual(grant);
  expect(readPreviewToken(keyring, at('2026-01-01T01:00:00.000Z'), token)).toBeNull();
});

test('a preview token from before they named their maker grants access until it expires', () => {
  const old = { ...grant, makerId: null };
  expect(readPreviewToken(keyring, at('2026-01-01T00:59:59.999Z'), writePreviewToken(keyring, old))).toEqual(old);
});

test('a preview token with one bit changed, truncated or extended grants no access', () => {
  const bytes = Buffer.from(token, 'base64url');
  const changed = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    return copy.toString('base64url');
  });
  for (const wrong of [...changed, token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, `${token}!`, '', 'x', '💥'])
    expect(readPreviewToken(keyring, at('2026-01-01T00:00:00.000Z'), wrong)).toBeNull();
});

test('a preview token signed with another secret or for another purpose grants no access', () => {
  const clock = at('2026-01-01T00:00:00.000Z');
  expect(readPreviewToken(createKeyring('another secret, that is long enough too'), clock, token)).toBeNull();
  const claim = Buffer.from(token, 'base64url').subarray(0, 56);
  expect(readPreviewToken(keyring, clock, Buffer.concat([claim, keyring.sign('another', claim)]).toString('base64url'))).toBeNull();
});
