import { getCookieConsent } from '../../domain/identity/consent/cookies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCookieConsent'> = async ({ tools, visitor, signedIn }) => {
  const user = await signedIn();
  return { status: 200, body: await getCookieConsent(tools, { visitorId: visitor.id, userId: user?.actorId ?? null }) };
};
