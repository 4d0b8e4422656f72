import { beginProviderProof } from '../../domain/identity/accounts/provider-sign-in.ts';
import { proveAgain, provedUntil, requireWay } from '../../domain/identity/accounts/reauthentication.ts';
import { webPath, webUrl } from '../../domain/organisations/organisations/web-links.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'reauthenticate'> = async ({ tools, user, body, session }) => {
  const byProvider = body.method === 'provider';
  if (byProvider && body.provider !== undefined && body.callback_url === undefined) {
    await requireWay(tools, user, body.method);
    const { authorizationUrl, pending } = await beginProviderProof(tools, body.provider, webUrl(tools, undefined, webPath('provider_callback')));
    await session.keepProviderSignIn(pending);
    return { status: 200, body: { status: 'redirect', proved_until: null, authorization_url: authorizationUrl } };
  }
  const proved = await proveAgain(tools, user, body, byProvider ? await session.takeProviderSignIn() : null);
  const proof = await session.renewProved(proved);
  return { status: 200, body: { status: 'proved', proved_until: new Date(provedUntil(proof)).toISOString(), authorization_url: null } };
};
