import { confirmAddressChange } from '../../domain/identity/accounts/change-address.ts';
import { getMe } from '../../domain/identity/accounts/me.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'confirmEmailChange'> = async ({ tools, user, body, session, signInContext }) => {
  const { epoch, email } = await confirmAddressChange(tools, user, body.token);
  await session.renew(epoch);
  await signInContext.forgetGuesses(email);
  return { status: 200, body: await getMe(tools, user, user.organisation) };
};
