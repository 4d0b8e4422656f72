import { provePhone, signInByPhone } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'verifyPhoneCode'> = async ({ db, body, session, keyring, ip, signInContext, take }) => {
  await take('signInAddress', ip);
  await take('phoneGuess', `${ip} ${body.phone}`);
  if (body.purpose === 'attach')
    return { status: 200, body: { status: 'verified', methods: [], phone_token: await provePhone(db, keyring, body.phone, body.code) } };
  const signedIn = await signInByPhone(db, keyring, body.phone, body.code, signInContext);
  return { status: 200, body: { ...(await session.begin(signedIn)), phone_token: null } };
};
