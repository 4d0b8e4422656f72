import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'lms_';
const SECRET_BYTES = 32;
/** Number of characters of the secret and the checksum: 62^43 is more than 2^256, 62^6 more than 2^32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
const DISPLAY_LENGTH = 12;

export interface NewKey {
  /** Shown once, never stored. */
  secret: string;
  hash: Buffer;
  /** The part that stays visible, so that people can tell keys apart. */
  displayPrefix: string;
}

/**
 * Creates a new API key: `lms_`, 256 random bits and a CRC-32 of both, encoded in letters and digits. Secret scanners can recognise this format, and a mistyped
 * key is rejected without a database query.
 */
export function generateKey(): NewKey {
  const body = PREFIX + base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  const secret = body + checksum(body);
  return { secret, hash: hashKey(secret), displayPrefix: secret.slice(0, DISPLAY_LENGTH) };
}

export const hashKey = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export const isWellFormedKey = (text: string): boolean => FORMAT.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

const checksum = (body: string): string => base62(BigInt(crc32(body)), CHECKSUM_LENGTH);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
}
