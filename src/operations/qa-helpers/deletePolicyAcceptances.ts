import { forgetAcceptances } from '../../domain/identity/consent/policies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deletePolicyAcceptances'> = async ({ db, user }) => {
  await forgetAcceptances(db, user.id);
  return { status: 204 };
};
