import { leave } from '../../domain/organisations/organisations/members.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteOwnMembership'> = async ({ tools, caller }) => {
  await leave(tools, caller);
  return { status: 204 };
};
