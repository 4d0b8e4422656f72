import { acceptPolicies, getLegalConsent } from '../../domain/identity/consent/policies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'giveLegalConsent'> = async ({ db, clock, user, actor, base, body }) => {
  await acceptPolicies(db, clock, { userId: user.id, ip: actor.ip }, body.accept);
  return { status: 200, body: await getLegalConsent(db, clock, user.id, base) };
};
