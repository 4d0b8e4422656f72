import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference between the time of a signature and ours, in either direction. */
const TOLERANCE_SECONDS = 300;
const MOST_SIGNATURES = 10;

const signatureOf = (secret: string, seconds: string, body: Buffer): string => createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

/** Returns the header with which a notification is signed, as Stripe does: `t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>">`. */
export const signatureHeader = (secret: string, body: Buffer, nowMs: number): string => {
  const seconds = String(Math.floor(nowMs / 1000));
  return `t=${seconds},v1=${signatureOf(secret, seconds, body)}`;
};

/** Whether the header signs these bytes, at about this time, with one of the secrets. Compares in constant time. */
export function isSigned(header: string, body: Buffer, secrets: readonly string[], nowMs: number): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const seconds = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(seconds) || Math.abs(nowMs / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false;
  const given = parts.filter((part) => part.startsWith('v1=')).slice(0, MOST_SIGNATURES);
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, seconds, body));
    return given.some((part) => equals(expected, Buffer.from(part.slice(3))));
  });
}

const equals = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);
