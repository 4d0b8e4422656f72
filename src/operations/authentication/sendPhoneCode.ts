import { sendPhoneCode } from '../../domain/identity/accounts/phones.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'sendPhoneCode'> = async ({ tools, body }) => {
  await sendPhoneCode(tools, body);
  return { status: 202, body: { status: 'accepted' } };
};
