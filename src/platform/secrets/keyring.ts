import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keys for each purpose, all derived from the service's one secret (RFC 5869). */
export interface Keyring {
  /** Signs session cookies. */
  cookieSecret: string;
  /** Signs the URLs of files. */
  fileSecret: Buffer;
  /** A keyed hash for codes that are too short for a plain hash: someone who has the database but not the secret cannot try all codes. */
  hashCode(purpose: string, code: string): Buffer;
  /** HMAC-SHA-256, 32 bytes. A signature for one purpose is invalid for any other. */
  sign(purpose: string, message: Buffer): Buffer;
  /** Encrypts with AES-256-GCM. The result contains the nonce and the tag. */
  seal(plain: Buffer): Buffer;
  /** @throws Error if the bytes were modified or sealed with another secret */
  open(sealed: Buffer): Buffer;
}

export function createKeyring(secret: string): Keyring {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'learning-management-service', purpose, 32));
  const codeKey = derive('codes');
  const sealKey = derive('seal');
  const signKey = derive('signatures');
  return {
    cookieSecret: derive('session-cookie').toString('base64url'),
    fileSecret: derive('files'),
    hashCode: (purpose, code) => createHmac('sha256', codeKey).update(`${purpose}\0${code}`).digest(),
    sign: (purpose, message) => createHmac('sha256', signKey).update(`${purpose}\0`).update(message).digest(),
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
