import { sendPhoneCode } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'sendPhoneCode'> = async ({ tools, signedIn, body }) => {
  await sendPhoneCode(tools, await signedIn(), body);
  return { status: 202, body: { status: 'accepted' } };
};
