import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { readSigned, writeSigned } from './signed-text.ts';
import type { Touch } from './touches.ts';

/** A click that a browser passes in a URL, because its cookie does not arrive or may not be set. It counts for one person only. */
export interface TokenTouch extends Touch {
  tokenId: string;
}

const PURPOSE = 'referral-token';
const VALID_MS = 10 * 60_000;

/** Writes a click as a token, which is valid for ten minutes from the click. */
export const writeToken = (keyring: Keyring, { organisationId, linkId, clickedAt, subId }: Touch): string =>
  writeSigned(keyring, PURPOSE, Buffer.from(JSON.stringify([randomUUID(), organisationId, linkId, clickedAt, subId])));

/** Returns the click of a token, or null if this service did not write it or it has expired. Verifies one signature in every case. */
export function readToken(keyring: Keyring, clock: Clock, token: string | undefined): TokenTouch | null {
  const claim = readSigned(keyring, PURPOSE, token ?? null);
  if (claim === null) return null;
  const [tokenId, organisationId, linkId, clickedAt, subId] = JSON.parse(claim.toString()) as [string, string, string, string, string | null];
  return clock.now() - Date.parse(clickedAt) > VALID_MS ? null : { tokenId, organisationId, linkId, clickedAt, subId };
}
