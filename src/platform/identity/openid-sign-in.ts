import * as client from 'openid-client';
import { reasonOf } from '../outages/reason.ts';
import {
  type IdentityProviders,
  type PendingSignIn,
  type ProvidedIdentity,
  ProviderRefusedError,
  type ProviderSettings,
  ProviderUnreachableError,
} from './identity-providers.ts';

const SCOPE = 'openid email profile';
/** Maximum lag of a provider's clock. */
const TOLERANCE_SECONDS = 30;

/** Implements OpenID Connect with the authorization code flow, PKCE, state and nonce. The signature of the ID token is verified. */
export function openIdSignIn(settings: readonly ProviderSettings[], timeoutSeconds: number): Pick<IdentityProviders, 'begin' | 'finish'> {
  const byName = new Map(settings.map((provider) => [provider.name, discoverer(provider, timeoutSeconds)]));
  const configurationOf = (name: string): Promise<client.Configuration> => {
    const discover = byName.get(name);
    if (!discover) throw new Error(`there is no provider ${name}`);
    return discover();
  };
  return {
    async begin(provider, redirectUri, isNew = false) {
      const configuration = await configurationOf(provider);
      const pending: PendingSignIn = {
        provider,
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        redirectUri,
        ...(isNew ? { after: Date.now() } : {}),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        ...(isNew ? { max_age: '0' } : {}),
      });
      return { authorizationUrl: url.href, pending };
    },
    async finish(pending, callbackUrl) {
      const configuration = await configurationOf(pending.provider);
      return exchange(configuration, pending, callbackUrl).catch((error: unknown) => {
        throw translated(pending.provider, error);
      });
    },
  };
}

/** Loads the provider's metadata once, and again only after a failure. */
function discoverer({ name, issuer, clientId, clientSecret }: ProviderSettings, timeout: number): () => Promise<client.Configuration> {
  const server = new URL(issuer);
  const execute = [client.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : [])];
  let found: Promise<client.Configuration> | null = null;
  return () => {
    found ??= client.discovery(server, clientId, undefined, authentication(clientSecret), { execute, timeout }).catch((error: unknown) => {
      found = null;
      throw new ProviderUnreachableError(`discovery of the provider ${name} failed: ${reasonOf(error)}`, error);
    });
    return found;
  };
}

/** Sends the client secret in the form if the provider declares support for this, and otherwise by the default method of the specification. */
const authentication =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const inForm = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (inForm ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, ...rest);
  };

async function exchange(configuration: client.Configuration, pending: PendingSignIn, callbackUrl: string): Promise<ProvidedIdentity> {
  // Only the query comes from the provider; the rest of the URL is already known.
  const url = new URL(pending.redirectUri);
  url.search = URL.parse(callbackUrl)?.search ?? '';
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.codeVerifier,
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderRefusedError('no ID token');
  if (pending.after !== undefined) requireNew(claims, pending.after);
  const asks = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const { email, email_verified, name }: Record<string, unknown> = asks ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : null,
    // Some providers send booleans as strings.
    emailVerified: email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? name : null,
  };
}

/**
 * Requires a new sign-in. A provider may ignore the request for one; if it does not say when the person signed in, it cannot prove that this is new.
 * @throws ProviderRefusedError
 */
function requireNew({ auth_time: signedInAt }: client.IDToken, after: number): void {
  if (signedInAt === undefined || signedInAt < Math.floor(after / 1000) - TOLERANCE_SECONDS) throw new ProviderRefusedError('the sign-in is not new');
}

/** Error codes of openid-client for responses that arrived but do not prove the identity. */
const UNPROVED = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** The provider's error code for an authorization code that it does not accept. */
const WRONG_CODE = 'invalid_grant';

/**
 * Maps errors to ProviderRefusedError, or to ProviderUnreachableError if the person cannot do anything about them, for example because our own client
 * secret is wrong. Any other error is returned unchanged.
 */
function translated(provider: string, error: unknown): unknown {
  const unreachable = (reason: string) => new ProviderUnreachableError(`the provider ${provider} failed: ${reason}`, error);
  if (error instanceof client.AuthorizationResponseError) return new ProviderRefusedError(error.error, { cause: error });
  if (error instanceof client.ResponseBodyError)
    return error.error === WRONG_CODE && error.status < 500
      ? new ProviderRefusedError(error.error, { cause: error })
      : unreachable(`${error.status} ${codeOf(error.error)}`);
  if (error instanceof client.WWWAuthenticateChallengeError)
    return unreachable(`${error.status} ${codeOf(error.cause[0]?.parameters.error ?? 'without an error code')}`);
  if (error instanceof client.ClientError)
    return UNPROVED.has(error.code ?? '') ? new ProviderRefusedError(error.message, { cause: error }) : unreachable(reasonOf(error));
  // fetch throws this if no server responds.
  if (error instanceof TypeError && error.cause !== undefined) return unreachable(reasonOf(error));
  return error;
}

/** Returns an error code in a form that is safe to log. */
const codeOf = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 64);
