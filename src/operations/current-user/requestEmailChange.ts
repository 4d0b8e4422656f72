import { requestAddressChange } from '../../domain/identity/accounts/change-address.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'requestEmailChange'> = async ({ tools, user, body }) => {
  await requestAddressChange(tools, user, body.email);
  return { status: 202, body: { status: 'accepted' } };
};
