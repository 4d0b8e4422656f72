import { leaveOrganisation } from '../../domain/commerce/subscriptions/leave-organisation.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'leaveOrganisation'> = async ({ tools, caller }) => {
  await leaveOrganisation(tools, caller);
  return { status: 204 };
};
