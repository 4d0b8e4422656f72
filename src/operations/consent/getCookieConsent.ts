import { getCookieConsent } from '../../domain/identity/consent/cookies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCookieConsent'> = async ({ db, clock, visitor, signedIn }) => {
  const user = await signedIn();
  return { status: 200, body: await getCookieConsent(db, clock, { visitorId: visitor.id, userId: user?.id ?? null }) };
};
