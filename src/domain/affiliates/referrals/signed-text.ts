import type { Keyring } from '../../../platform/secrets/keyring.ts';

export const SIGNATURE_BYTES = 32;
/** Placeholder to verify if there is no text, so that its absence takes the same time. */
const NOTHING = Buffer.alloc(2 * SIGNATURE_BYTES);

/** Writes a claim for a browser to send back, with a signature, in base64url. */
export const writeSigned = (keyring: Keyring, purpose: string, claim: Buffer): string =>
  Buffer.concat([keyring.sign(purpose, claim), claim]).toString('base64url');

/** Returns the claim that was signed for this purpose, or null if this service did not write the text. Verifies one signature in every case. */
export function readSigned(keyring: Keyring, purpose: string, text: string | null): Buffer | null {
  const given = Buffer.from(text ?? '', 'base64url');
  const bytes = given.length > SIGNATURE_BYTES ? given : NOTHING;
  const claim = bytes.subarray(SIGNATURE_BYTES);
  return keyring.isSigned(purpose, claim, bytes.subarray(0, SIGNATURE_BYTES)) ? claim : null;
}
