import * as client from 'openid-client';
import { type IdentityProviders, type PendingSignIn, type ProvidedIdentity, ProviderRefusedError, ProviderUnreachableError } from './identity-providers.ts';

export interface ProviderSettings {
  name: string;
  /** As the provider writes it in its tokens; `https:`, or `http:` on this machine. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const TIMEOUT_SECONDS = 10;
const SCOPE = 'openid email profile';

/** OpenID Connect with the code flow, PKCE, state and nonce; the ID token's signature is checked. */
export function openIdProviders(settings: readonly ProviderSettings[], timeoutSeconds = TIMEOUT_SECONDS): IdentityProviders {
  const byName = new Map(settings.map((provider) => [provider.name, discoverer(provider, timeoutSeconds)]));
  const configurationOf = (name: string): Promise<client.Configuration> => {
    const discover = byName.get(name);
    if (!discover) throw new Error(`no provider ${name}`);
    return discover();
  };
  return {
    names: [...byName.keys()],
    async begin(provider, redirectUri) {
      const configuration = await configurationOf(provider);
      const pending: PendingSignIn = {
        provider,
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        redirectUri,
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { authorizationUrl: url.href, pending };
    },
    async finish(pending, callbackUrl) {
      const configuration = await configurationOf(pending.provider);
      return exchange(configuration, pending, callbackUrl).catch((error: unknown) => {
        throw translated(error);
      });
    },
  };
}

/** Asks the provider once for what it can do; again only after a failure. */
function discoverer({ issuer, clientId, clientSecret }: ProviderSettings, timeout: number): () => Promise<client.Configuration> {
  const server = new URL(issuer);
  const execute = [client.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : [])];
  let found: Promise<client.Configuration> | null = null;
  return () => {
    found ??= client.discovery(server, clientId, undefined, authentication(clientSecret), { execute, timeout }).catch((error: unknown) => {
      found = null;
      throw new ProviderUnreachableError('discovery failed', { cause: error });
    });
    return found;
  };
}

/** The secret in the form where the provider says that it takes it there, else as the specification's default wants it. */
const authentication =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const inForm = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (inForm ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, ...rest);
  };

async function exchange(configuration: client.Configuration, pending: PendingSignIn, callbackUrl: string): Promise<ProvidedIdentity> {
  // Only the query is the provider's word; where it was sent to is known.
  const url = new URL(pending.redirectUri);
  url.search = URL.parse(callbackUrl)?.search ?? '';
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.codeVerifier,
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderRefusedError('no ID token');
  const asks = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const { email, email_verified, name }: Record<string, unknown> = asks ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : null,
    // Some providers write booleans as text.
    emailVerified: email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? name : null,
  };
}

/** The answer came, and does not prove what it should. */
const UNPROVED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** A wrong secret of ours, and whatever else is nobody's word, stays as it is: a failure inside. */
function translated(error: unknown): unknown {
  if (error instanceof client.AuthorizationResponseError) return new ProviderRefusedError(error.error, { cause: error });
  if (error instanceof client.ResponseBodyError) {
    if (error.status >= 500) return new ProviderUnreachableError(error.error, { cause: error });
    return error.error === 'invalid_grant' ? new ProviderRefusedError(error.error, { cause: error }) : error;
  }
  if (error instanceof client.ClientError)
    return UNPROVED.has(error.code ?? '')
      ? new ProviderRefusedError(error.message, { cause: error })
      : new ProviderUnreachableError(error.message, { cause: error });
  // What fetch throws where nobody answers.
  if (error instanceof TypeError && error.cause !== undefined) return new ProviderUnreachableError(error.message, { cause: error });
  return error;
}
