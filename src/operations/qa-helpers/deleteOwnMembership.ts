import { leaveAnyway } from '../../domain/identity/members/members.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteOwnMembership'> = async ({ tools, caller }) => {
  await leaveAnyway(tools, caller);
  return { status: 204 };
};
