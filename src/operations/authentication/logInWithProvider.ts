import { beginProviderSignIn, finishProviderSignIn } from '../../domain/identity/accounts/provider-sign-in.ts';
import { webPath, webUrl } from '../../domain/organisations/organisations/web-links.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logInWithProvider'> = async ({ tools, body, origin, session, signInContext }) => {
  const { provider, callback_url: callbackUrl } = body;
  if (callbackUrl === undefined) {
    const { authorizationUrl, pending } = await beginProviderSignIn(tools, provider, webUrl(tools, undefined, webPath('provider_callback')));
    await session.keepProviderSignIn(pending);
    return { status: 200, body: { status: 'redirect', authorization_url: authorizationUrl, methods: [] } };
  }
  const answer = { provider, callbackUrl, pending: await session.takeProviderSignIn() };
  const signedIn = await finishProviderSignIn(tools, signInContext, origin, answer);
  return { status: 200, body: { ...(await session.begin(signedIn)), authorization_url: null } };
};
