import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { readSigned, SIGNATURE_BYTES, writeSigned } from './signed-text.ts';

/** A click of a browser on a link. */
export interface Touch {
  organisationId: string;
  linkId: string;
  /** RFC 3339 */
  clickedAt: string;
  /** The sub-id by which the affiliate tells their clicks apart. */
  subId: string | null;
  /** Number of days for which an order counts as referred. Missing in cookies of earlier releases. */
  windowDays?: number | undefined;
}

const DAY_MS = 24 * 3600_000;
/** Number of days for which cookies of earlier releases were kept. */
const YEAR_DAYS = 365;

/** Returns until when a browser remembers a click, in milliseconds since 1970: as long as it can earn something. */
export const endOfTouch = ({ clickedAt, windowDays = YEAR_DAYS }: Touch): number => Date.parse(clickedAt) + windowDays * DAY_MS;

const PURPOSE = 'referral-touches';
const MOST_TOUCHES = 20;
/** Browsers keep 4,096 bytes of a cookie with its name (RFC 6265). Base64url encodes three bytes as four characters. */
const MOST_BYTES = (4000 / 4) * 3 - SIGNATURE_BYTES;

/** Writes the touches of a browser, oldest first, with a signature in base64url, as many as a cookie can hold. */
export function writeTouches(keyring: Keyring, touches: readonly Touch[]): string {
  let kept = touches;
  let claim = claimOf(kept);
  while (kept.length > MOST_TOUCHES || claim.length > MOST_BYTES) {
    kept = kept.toSpliced(leastUseful(kept), 1);
    claim = claimOf(kept);
  }
  return writeSigned(keyring, PURPOSE, claim);
}

const claimOf = (touches: readonly Touch[]): Buffer =>
  Buffer.from(
    JSON.stringify(touches.map(({ organisationId, linkId, clickedAt, subId, windowDays }) => [organisationId, linkId, clickedAt, subId, windowDays])),
  );

/**
 * Returns the index of the touch that can be dropped first. Programs credit the first or the last touch, so this is the oldest one that is neither the first
 * nor the last of its link, or else of its organisation, or else the oldest of all.
 */
function leastUseful(touches: readonly Touch[]): number {
  const isBetween = (same: (one: Touch, other: Touch) => boolean) => (touch: Touch, index: number) =>
    touches.slice(0, index).some((earlier) => same(earlier, touch)) && touches.slice(index + 1).some((later) => same(later, touch));
  const ofLink = touches.findIndex(isBetween((one, other) => one.organisationId === other.organisationId && one.linkId === other.linkId));
  if (ofLink !== -1) return ofLink;
  return Math.max(0, touches.findIndex(isBetween((one, other) => one.organisationId === other.organisationId)));
}

/** Returns the touches of a cookie, or none if this service did not write it. Verifies one signature in every case. */
export function readTouches(keyring: Keyring, cookie: string | null): Touch[] {
  const claim = readSigned(keyring, PURPOSE, cookie);
  if (claim === null) return [];
  const rows = JSON.parse(claim.toString()) as [string, string, string, string | null, (number | null)?][];
  return rows.map(([organisationId, linkId, clickedAt, subId, windowDays]) => ({
    organisationId,
    linkId,
    clickedAt,
    subId,
    windowDays: windowDays ?? undefined,
  }));
}
