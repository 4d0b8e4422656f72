import type { Keyring } from '../../../platform/secrets/keyring.ts';

/** A click of a browser on a link. */
export interface Touch {
  organisationId: string;
  linkId: string;
  /** RFC 3339 */
  clickedAt: string;
  /** What the affiliate tells their clicks apart by. */
  subId: string | null;
}

const PURPOSE = 'referral-touches';
const SIGNATURE_BYTES = 32;
const MOST_TOUCHES = 20;
/** Is verified where there is no cookie, so that its absence takes the same time. */
const NOBODY = Buffer.alloc(2 * SIGNATURE_BYTES);

/** Writes the touches of a browser, of which the newest are kept, with a signature in base64url. */
export function writeTouches(keyring: Keyring, touches: readonly Touch[]): string {
  const kept = touches.slice(-MOST_TOUCHES).map(({ organisationId, linkId, clickedAt, subId }) => [organisationId, linkId, clickedAt, subId]);
  const claim = Buffer.from(JSON.stringify(kept));
  return Buffer.concat([keyring.sign(PURPOSE, claim), claim]).toString('base64url');
}

/** Returns the touches of a cookie, or none if this service did not write it. Verifies one signature in every case. */
export function readTouches(keyring: Keyring, cookie: string | null): Touch[] {
  const given = Buffer.from(cookie ?? '', 'base64url');
  const bytes = given.length > SIGNATURE_BYTES ? given : NOBODY;
  const claim = bytes.subarray(SIGNATURE_BYTES);
  if (!keyring.isSigned(PURPOSE, claim, bytes.subarray(0, SIGNATURE_BYTES))) return [];
  const rows = JSON.parse(claim.toString()) as [string, string, string, string | null][];
  return rows.map(([organisationId, linkId, clickedAt, subId]) => ({ organisationId, linkId, clickedAt, subId }));
}
