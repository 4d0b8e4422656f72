import { readReauthentication } from '../../domain/identity/accounts/reauthentication.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getReauthentication'> = async ({ tools, user, proof }) => ({
  status: 200,
  body: await readReauthentication(tools, user, proof),
});
