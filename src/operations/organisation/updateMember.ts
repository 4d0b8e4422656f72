import { updateMember } from '../../domain/identity/members/members.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateMember'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateMember(tools, caller, path.id, body),
});
