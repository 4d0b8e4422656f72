import { acceptPolicies, getLegalConsent } from '../../domain/identity/consent/policies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'giveLegalConsent'> = async ({ tools, user, body }) => {
  await acceptPolicies(tools, user, body.accept);
  return { status: 200, body: await getLegalConsent(tools, user) };
};
