import { sendPhoneCode } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'sendPhoneCode'> = async ({ db, body, ip, take }) => {
  await take('phoneCodeAddress', ip);
  await take('phoneCode', body.phone);
  await sendPhoneCode(db, body);
  return { status: 202, body: { status: 'accepted' } };
};
