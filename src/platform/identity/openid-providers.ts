import type { IdentityProviders, ProviderSettings } from './identity-providers.ts';

const TIMEOUT_SECONDS = 10;

/** Creates providers of OpenID Connect. The `openid-client` package is loaded with the first sign-in. */
export function openIdProviders(settings: readonly ProviderSettings[], timeoutSeconds = TIMEOUT_SECONDS): IdentityProviders {
  let opened: Promise<Pick<IdentityProviders, 'begin' | 'finish'>> | undefined;
  const signIn = () => (opened ??= import('./openid-sign-in.ts').then(({ openIdSignIn }) => openIdSignIn(settings, timeoutSeconds)));
  return {
    names: settings.map(({ name }) => name),
    namesOf: (issuers) => settings.filter(({ issuer }) => issuers.includes(issuer)).map(({ name }) => name),
    begin: async (...start) => (await signIn()).begin(...start),
    finish: async (...end) => (await signIn()).finish(...end),
  };
}
