import { timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from './require-course.ts';

const PURPOSE = 'course-preview';
const LIFETIME_MS = 60 * 60 * 1000;
const ID_BYTES = 16;
const TIME_BYTES = 8;
const CLAIM_BYTES = 2 * ID_BYTES + TIME_BYTES;
const SIGNATURE_BYTES = 32;

/** What a preview token grants: sight of one course of one organisation, until then. */
export interface PreviewGrant {
  organisationId: string;
  courseId: string;
  expiresAt: string;
}

/**
 * A signed token that shows the course to its holder for an hour, and the address to open it at. Nothing is stored: it cannot be taken back.
 * @param base where the service is reached from outside, without a trailing slash
 * @throws NotFoundError
 */
export async function createPreviewToken(
  { db, keyring, clock, base }: Pick<Tools, 'db' | 'keyring' | 'clock' | 'base'>,
  { organisationId }: Caller,
  courseId: string,
): Promise<Shape<'PreviewToken'>> {
  await requireCourse(db, organisationId, courseId);
  const expiresAt = new Date(clock.now() + LIFETIME_MS).toISOString();
  const token = writePreviewToken(keyring, { organisationId, courseId, expiresAt });
  return { token, url: `${base}/preview/${courseId.toLowerCase()}?token=${token}`, expires_at: expiresAt };
}

/** The ids and the end in milliseconds, then their signature, in base64url. */
export function writePreviewToken(keyring: Keyring, { organisationId, courseId, expiresAt }: PreviewGrant): string {
  const end = Buffer.alloc(TIME_BYTES);
  end.writeBigUInt64BE(BigInt(Date.parse(expiresAt)));
  const claim = Buffer.concat([parse(organisationId), parse(courseId), end]);
  return Buffer.concat([claim, keyring.sign(PURPOSE, claim)]).toString('base64url');
}

/** What the token grants now; null where it was not made here, was changed, or is over. Says nothing about whether the course still exists. */
export function readPreviewToken(keyring: Keyring, clock: Clock, token: string): PreviewGrant | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== CLAIM_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null;
  const claim = bytes.subarray(0, CLAIM_BYTES);
  if (!timingSafeEqual(keyring.sign(PURPOSE, claim), bytes.subarray(CLAIM_BYTES))) return null;
  const end = Number(claim.readBigUInt64BE(2 * ID_BYTES));
  if (end <= clock.now()) return null;
  return {
    organisationId: stringify(claim.subarray(0, ID_BYTES)),
    courseId: stringify(claim.subarray(ID_BYTES, 2 * ID_BYTES)),
    expiresAt: new Date(end).toISOString(),
  };
}
