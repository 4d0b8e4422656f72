import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { prepareOpaqueString } from './opaque-string.ts';

const derive = promisify(argon2);

/** The minimum argon2id parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const OWASP_MINIMUM = { memory: 19_456, passes: 2, parallelism: 1 };
let cost = OWASP_MINIMUM;

/** Sets the cost of new hashes in this process. Used only by tests, because they hash thousands of passwords. */
export function hashAtCost(parameters: typeof OWASP_MINIMUM): void {
  cost = parameters;
}

const TAG_BYTES = 32;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Returns an argon2id hash of the prepared password in the PHC string format, which includes its parameters and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = cost;
  const tag = await derive('argon2id', { message: prepareOpaqueString(password), nonce: salt, tagLength: TAG_BYTES, memory, passes, parallelism });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** The way in which a password matches a hash: `raw` if the hash is from before passwords were prepared. */
export type Match = 'prepared' | 'raw' | null;

/** Compares a password in its prepared form and then, if it differs, as it was sent. The time that this takes does not depend on the hash. */
export async function matchPassword(password: string, hash: string): Promise<Match> {
  const prepared = prepareOpaqueString(password);
  const matches = await verify(prepared, hash);
  if (prepared === password) return matches ? 'prepared' : null;
  const matchesRaw = await verify(password, hash);
  if (matches) return 'prepared';
  return matchesRaw ? 'raw' : null;
}

async function verify(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = FORMAT.exec(hash) ?? [];
  if (!tag) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected);
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');
