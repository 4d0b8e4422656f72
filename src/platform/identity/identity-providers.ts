import { OutageError } from '../outages/outage.ts';

export interface ProviderSettings {
  name: string;
  /** The issuer exactly as the provider writes it in its tokens. `https:`, or `http:` on this machine. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The state kept in the browser's session between the two steps of a sign-in. */
export interface PendingSignIn {
  provider: string;
  state: string;
  nonce: string;
  /** Code verifier of PKCE (RFC 7636). */
  codeVerifier: string;
  redirectUri: string;
  /** Time that the sign-in with the provider must be newer than, in milliseconds since 1970. Omitted if an older one suffices. */
  after?: number;
}

/** The identity that the provider confirmed. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

/** The provider did not confirm an identity: the state, nonce or code was wrong, or the provider denied the sign-in. */
export class ProviderRefusedError extends Error {}

/** The provider did not respond, or does not accept this service as its client. */
export class ProviderUnreachableError extends OutageError {
  constructor(message: string, cause: unknown) {
    super('identity_provider', message, { cause });
  }
}

export interface IdentityProviders {
  /** Names of the configured providers. */
  names: readonly string[];
  /** Returns the names of the providers that these issuers have. */
  namesOf(issuers: readonly string[]): string[];
  /** @throws ProviderUnreachableError
   * @param isNew whether the person must sign in to the provider now, even if the provider still knows who they are */
  begin(provider: string, redirectUri: string, isNew?: boolean): Promise<{ authorizationUrl: string; pending: PendingSignIn }>;
  /** @throws ProviderRefusedError, ProviderUnreachableError */
  finish(pending: PendingSignIn, callbackUrl: string): Promise<ProvidedIdentity>;
}
