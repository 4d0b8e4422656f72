import { createHash, randomBytes } from 'node:crypto';
import { parse, stringify, validate } from 'uuid';
import type { Keyring } from '../../../platform/secrets/keyring.ts';

const PRINTED = /^lmsb_[A-Za-z0-9_-]{27}$/;
const ROTATING = /^lms([rc])_([A-Za-z0-9_-]{22})\.([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;

/** The kinds of changing codes, each with the time for which one code is shown. A code is accepted for twice as long. */
const KINDS = { r: { purpose: 'attendance badge', shownMs: 30_000 }, c: { purpose: 'classroom', shownMs: 15_000 } } as const;
type Kind = keyof typeof KINDS;

/** Makes the token of a badge: 160 random bits. */
export const newToken = (): string => `lmsb_${randomBytes(20).toString('base64url')}`;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface RotatingCode {
  code: string;
  /** The moment from which the code is no longer accepted, in RFC 3339. */
  expires_at: string;
  /** The moment from which another code should be shown, in RFC 3339. */
  renews_at: string;
}

/** Makes the code that represents a badge (`r`) or a meeting (`c`) at this time. */
export function rotatingCode(keyring: Keyring, kind: Kind, id: string, now: number): RotatingCode {
  const { purpose, shownMs } = KINDS[kind];
  const step = Math.floor(now / shownMs);
  const message = messageOf(id, step);
  const at = (steps: number) => new Date((step + steps) * shownMs).toISOString();
  const code = `lms${kind}_${Buffer.from(parse(id)).toString('base64url')}.${step.toString(36)}.${keyring.sign(purpose, message).toString('base64url')}`;
  return { code, expires_at: at(2), renews_at: at(1) };
}

/** The content of a code: the token of a printed badge, or the ID that a rotating code represents and whether the code was still accepted when it was shown. */
export type ReadCode = { kind: 'printed'; hash: Buffer } | { kind: Kind; id: string; isCurrent: boolean } | null;

/** Reads a code that was shown at a given time, in milliseconds since 1970. Returns null if the service never made such a code. */
export function readCode(keyring: Keyring, code: string, at: number): ReadCode {
  if (PRINTED.test(code)) return { kind: 'printed', hash: hashToken(code) };
  const [, kind, idText = '', stepText = '', signature = ''] = ROTATING.exec(code) ?? [];
  if (kind !== 'r' && kind !== 'c') return null;
  const bytes = Buffer.from(idText, 'base64url');
  const id = stringifyId(bytes);
  const step = Number.parseInt(stepText, 36);
  if (id === null || !Number.isSafeInteger(step)) return null;
  const { purpose, shownMs } = KINDS[kind];
  if (!keyring.isSigned(purpose, messageOf(id, step), Buffer.from(signature, 'base64url'))) return null;
  const age = Math.floor(at / shownMs) - step;
  return { kind, id, isCurrent: age === 0 || age === 1 };
}

const messageOf = (id: string, step: number): Buffer => Buffer.from(`${id} ${step}`);

function stringifyId(bytes: Buffer): string | null {
  const hex = bytes.toString('hex');
  const text = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return validate(text) ? stringify(bytes) : null;
}
