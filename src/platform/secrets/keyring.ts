import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A value was modified, or sealed with a key that the service no longer has. */
export class UnknownKeyError extends Error {
  override message = 'a stored secret cannot be opened: its key is neither SECRET_KEY nor in SECRET_KEY_OLD, or it was modified';
}

/** Values that belong to one key each: first that of the current key, then those of old keys. */
export type PerKey<T> = readonly [T, ...T[]];

/**
 * Keys for each purpose, all derived from the service's secrets (RFC 5869). Everything new is made with the current secret. What was made with an
 * old one is still accepted.
 */
export interface Keyring {
  /** Whether anything made with an old secret is accepted. */
  readonly hasOldKeys: boolean;
  /** The first signs session cookies. A cookie signed with any of them is valid. */
  readonly cookieSecrets: PerKey<string>;
  /** The first signs the URLs of files. A URL signed with any of them is valid. */
  readonly fileSecrets: PerKey<Buffer>;
  /**
   * Keyed hashes of codes that are too short for a plain hash: someone who has the database but not the secret cannot try all codes. The first is
   * stored; a stored hash that equals any of them matches.
   */
  hashCode(purpose: string, code: string): PerKey<Buffer>;
  /** HMAC-SHA-256, 32 bytes. A signature for one purpose is invalid for any other. */
  sign(purpose: string, message: Buffer): Buffer;
  /** Whether `sign` made the signature, with the current or an old secret. Takes constant time for each secret. */
  isSigned(purpose: string, message: Buffer, signature: Buffer): boolean;
  /** Encrypts with AES-256-GCM. The result contains the nonce and the tag. */
  seal(plain: Buffer): Buffer;
  /** @throws UnknownKeyError */
  open(sealed: Buffer): Buffer;
  /** Like `open`, but returns null instead of throwing, for lists in which one bad value must not withhold the others. */
  openIfKnown(sealed: Buffer): Buffer | null;
  /** Seals a value again with the current secret if an old one sealed it. Returns null if the current one sealed it.
   * @throws UnknownKeyError */
  reseal(sealed: Buffer): Buffer | null;
}

/** @param oldSecrets earlier values of `secret` */
export function createKeyring(secret: string, oldSecrets: readonly string[] = []): Keyring {
  const current = deriveKeys(secret);
  const all: PerKey<Keys> = [current, ...oldSecrets.map(deriveKeys)];
  const sign = ({ signKey }: Keys, purpose: string, message: Buffer) => createHmac('sha256', signKey).update(`${purpose}\0`).update(message).digest();
  const seal = (plain: Buffer) => sealWith(current.sealKey, plain);
  /** A sealed value does not name its key: the tag of AES-GCM tells which one fits. */
  const tryAll = (sealed: Buffer) => {
    for (const { sealKey } of all) {
      const plain = openWith(sealKey, sealed);
      if (plain) return { plain, isCurrent: sealKey === current.sealKey };
    }
    return null;
  };
  const openAny = (sealed: Buffer) => {
    const opened = tryAll(sealed);
    if (!opened) throw new UnknownKeyError();
    return opened;
  };
  return {
    hasOldKeys: all.length > 1,
    cookieSecrets: mapKeys(all, ({ cookieSecret }) => cookieSecret),
    fileSecrets: mapKeys(all, ({ fileSecret }) => fileSecret),
    hashCode: (purpose, code) => mapKeys(all, ({ codeKey }) => createHmac('sha256', codeKey).update(`${purpose}\0${code}`).digest()),
    sign: (purpose, message) => sign(current, purpose, message),
    isSigned: (purpose, message, signature) => all.some((keys) => equals(sign(keys, purpose, message), signature)),
    seal,
    open: (sealed) => openAny(sealed).plain,
    openIfKnown: (sealed) => tryAll(sealed)?.plain ?? null,
    reseal(sealed) {
      const { plain, isCurrent } = openAny(sealed);
      return isCurrent ? null : seal(plain);
    },
  };
}

type Keys = ReturnType<typeof deriveKeys>;

function deriveKeys(secret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'learning-management-service', purpose, 32));
  return {
    cookieSecret: derive('session-cookie').toString('base64url'),
    fileSecret: derive('files'),
    codeKey: derive('codes'),
    signKey: derive('signatures'),
    // Prepared once, because sealing a short value with the bytes of the key takes three times as long.
    sealKey: createSecretKey(derive('seal')),
  };
}

const mapKeys = <T, U>([current, ...old]: PerKey<T>, change: (value: T) => U): PerKey<U> => [change(current), ...old.map(change)];

const equals = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

function sealWith(key: KeyObject, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined if another key sealed the value, or if it was modified. */
function openWith(key: KeyObject, sealed: Buffer): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    return undefined;
  }
}
