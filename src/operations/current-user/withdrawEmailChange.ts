import { withdrawAddressChange } from '../../domain/identity/accounts/change-address.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'withdrawEmailChange'> = async ({ tools, user }) => {
  await withdrawAddressChange(tools, user);
  return { status: 204 };
};
