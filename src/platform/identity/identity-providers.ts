/** What is kept in the browser's session between the two steps of a sign-in. */
export interface PendingSignIn {
  provider: string;
  state: string;
  nonce: string;
  /** PKCE (RFC 7636). */
  codeVerifier: string;
  redirectUri: string;
}

/** Who the provider says it is. */
export interface ProvidedIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

/** The provider did not vouch for anybody: wrong state, nonce or code, or a refusal. */
export class ProviderRefusedError extends Error {}
export class ProviderUnreachableError extends Error {}

export interface IdentityProviders {
  /** Names of the providers that the service is set up with. */
  names: readonly string[];
  /** @throws ProviderUnreachableError */
  begin(provider: string, redirectUri: string): Promise<{ authorizationUrl: string; pending: PendingSignIn }>;
  /** @throws ProviderRefusedError, ProviderUnreachableError */
  finish(pending: PendingSignIn, callbackUrl: string): Promise<ProvidedIdentity>;
}
