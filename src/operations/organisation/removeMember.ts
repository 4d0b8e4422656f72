import { removeMember } from '../../domain/identity/members/members.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'removeMember'> = async ({ tools, caller, path, query: { keys } }) => {
  const body = await removeMember(tools, caller, path.id, keys);
  return keys === undefined ? { status: 204 } : { status: 200, body };
};
