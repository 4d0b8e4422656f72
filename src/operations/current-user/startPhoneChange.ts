import { startPhoneChange } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startPhoneChange'> = async ({ tools, user, body }) => {
  await startPhoneChange(tools, user, body);
  return { status: 202, body: { status: 'accepted' } };
};
