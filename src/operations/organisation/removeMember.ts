import { removeMember } from '../../domain/organisations/organisations/members.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'removeMember'> = async ({ tools, caller, path }) => {
  await removeMember(tools, caller, path.id);
  return { status: 204 };
};
