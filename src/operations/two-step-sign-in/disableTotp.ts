import { disableTotp, requireProof } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'disableTotp'> = async ({ tools, user, body }) => {
  await requireProof(tools, user, body);
  await disableTotp(tools, user);
  return { status: 204 };
};
