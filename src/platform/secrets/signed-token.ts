import type { Keyring } from './keyring.ts';

const SIGNATURE_BYTES = 32;

/** Writes a claim and its signature as a token in base64url. Its holder can read the claim, but nobody else can write one. */
export const writeSignedToken = (keyring: Keyring, purpose: string, claim: Buffer): string =>
  Buffer.concat([claim, keyring.sign(purpose, claim)]).toString('base64url');

/** Returns the claim of a token, or null if it was not written here for this purpose, or was modified. */
export function readSignedToken(keyring: Keyring, purpose: string, token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  const cut = bytes.length - SIGNATURE_BYTES;
  if (cut <= 0 || bytes.toString('base64url') !== token) return null;
  const claim = bytes.subarray(0, cut);
  return keyring.isSigned(purpose, claim, bytes.subarray(cut)) ? claim : null;
}
