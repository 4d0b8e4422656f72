import { sendReauthenticationCode } from '../../domain/identity/accounts/reauthentication.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'sendReauthenticationCode'> = async ({ tools, user, body }) => {
  await sendReauthenticationCode(tools, user, body.channel);
  return { status: 202, body: { status: 'accepted' } };
};
