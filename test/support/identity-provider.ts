import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import type { ProviderSettings } from '../../src/platform/identity/identity-providers.ts';

/** The person who signs in at the provider, or `null` for a person who denies access. */
export type Person = { sub: string; email?: string; email_verified?: boolean; name?: string } | null;

export interface TestIdentityProvider {
  settings: ProviderSettings;
  port: number;
  /**
   * Goes through the provider's pages as this person, who has signed in there at that time (in seconds since 1970; now, if it is left out), and returns
   * the URL that the browser is redirected to at the end.
   */
  visit(authorizationUrl: string, person: Person, signedInAt?: number): Promise<string>;
  close(): Promise<void>;
}

export interface ProviderOptions {
  redirectUri?: string;
  port?: number;
  /** Whether the claims of an identity are in the ID token, or only at the userinfo endpoint of the provider. */
  claimsIn?: 'id_token' | 'userinfo';
  authentication?: 'client_secret_post' | 'client_secret_basic';
  /** Whether the provider always says when the person signed in, and not only if that is asked for. */
  saysWhen?: boolean;
  /** Who signs in if `visit` does not say who. */
  person?: NonNullable<Person>;
}

const REFUSES = 'refuses';
const CLIENT = { id: 'learning', secret: 'a secret with : and / in it, long enough' };

/** What the service is configured with for a provider at this port of this machine. */
export const providerAt = (port: number): ProviderSettings => ({
  name: 'google',
  issuer: `http://127.0.0.1:${port}`,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
});

/** Starts a real OpenID provider on this machine. The person named by `login_hint` is signed in without any questions. */
export async function startIdentityProvider({
  redirectUri = 'http://app.example.org/oauth/callback',
  port = 0,
  claimsIn = 'id_token',
  authentication = 'client_secret_post',
  saysWhen = false,
  person: byDefault,
}: ProviderOptions = {}): Promise<TestIdentityProvider> {
  const people = new Map<string, NonNullable<Person>>(byDefault ? [[byDefault.sub, byDefault]] : []);
  const signedIn = new Map<string, number>();
  let handle = (_req: IncomingMessage, res: ServerResponse): void => void res.writeHead(503).end();
  const server = createServer((req, res) => handle(req, res));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const settings = providerAt((server.address() as AddressInfo).port);
  const { issuer } = settings;
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authentication,
        require_auth_time: saysWhen,
      },
    ],
    clientAuthMethods: [authentication],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    ttl: Object.fromEntries(['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((name) => [name, 600])),
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of the tests'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  };
  const provider = quietly(() => new Provider(issuer, configuration));
  const pages = provider.callback();
  handle = (req, res) => {
    (req.url?.startsWith('/interaction/') ? interact(provider, signedIn, byDefault?.sub, req, res) : pages(req, res)).catch((error: unknown) =>
      res.writeHead(500).end(String(error)),
    );
  };
  return {
    settings,
    port: Number(new URL(issuer).port),
    async visit(authorizationUrl, person, signedInAt) {
      if (person) people.set(person.sub, person);
      if (person && signedInAt !== undefined) signedIn.set(person.sub, signedInAt);
      const start = new URL(authorizationUrl);
      start.searchParams.set('login_hint', person?.sub ?? REFUSES);
      return follow(start.href, redirectUri);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Suppresses the warnings of the provider that its keys and storage are for development. */
function quietly<T>(work: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return work();
  } finally {
    console.warn = warn;
  }
}

async function interact(
  provider: Provider,
  signedIn: ReadonlyMap<string, number>,
  byDefault: string | undefined,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(req, res);
  const accountId = String(params.login_hint ?? byDefault);
  if (accountId === REFUSES) return provider.interactionFinished(req, res, { error: 'access_denied' });
  const grant = new provider.Grant({ accountId, clientId: CLIENT.id });
  grant.addOIDCScope(String(params.scope));
  const grantId = await grant.save();
  await provider.interactionFinished(req, res, { login: { accountId, ts: signedIn.get(accountId) }, consent: { grantId } });
}

/** Follows redirects with their cookies, as a browser would, until one leads to `target`. */
async function follow(from: string, target: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let address = from; ; ) {
    const answer = await fetch(address, { redirect: 'manual', headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${address} does not redirect: ${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
    address = new URL(location, address).href;
    if (address.startsWith(target)) return address;
  }
}
