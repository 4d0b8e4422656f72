import { randomUUID } from 'node:crypto';
import { giveCookieConsent } from '../../domain/identity/consent/cookies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'giveCookieConsent'> = async ({ tools, visitor, forgetReferrals, signedIn, body }) => {
  const user = await signedIn();
  const visitorId = visitor.id ?? randomUUID();
  const consent = await giveCookieConsent(tools, { visitorId, userId: user?.actorId ?? null }, body);
  visitor.remember(visitorId);
  if (!body.marketing) forgetReferrals();
  return { status: 200, body: consent };
};
