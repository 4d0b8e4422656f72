import { getLegalConsent } from '../../domain/identity/consent/policies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLegalConsent'> = async ({ db, clock, user, base }) => ({
  status: 200,
  body: await getLegalConsent(db, clock, user.id, base),
});
