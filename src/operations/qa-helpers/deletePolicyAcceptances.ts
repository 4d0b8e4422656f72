import { forgetAcceptances } from '../../domain/identity/consent/policies.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deletePolicyAcceptances'> = async ({ tools, user }) => {
  await forgetAcceptances(tools, user);
  return { status: 204 };
};
