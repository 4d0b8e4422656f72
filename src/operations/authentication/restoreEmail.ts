import { restoreAddress } from '../../domain/identity/accounts/restore-address.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'restoreEmail'> = async ({ tools, origin, body }) => {
  await restoreAddress(tools, origin, body.token);
  return { status: 204 };
};
