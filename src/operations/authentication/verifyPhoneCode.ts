import { provePhone, signInByPhone } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'verifyPhoneCode'> = async ({ tools, body, session, signInContext }) => {
  if (body.purpose === 'attach') return { status: 200, body: { status: 'verified', methods: [], phone_token: await provePhone(tools, body) } };
  const signedIn = await signInByPhone(tools, signInContext, body);
  return { status: 200, body: { ...(await session.begin(signedIn)), phone_token: null } };
};
