import { getLegalConsent } from '../../domain/identity/consent/policies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLegalConsent'> = async ({ tools, user }) => ({
  status: 200,
  body: await getLegalConsent(tools, user),
});
