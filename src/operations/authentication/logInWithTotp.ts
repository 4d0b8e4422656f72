import { finishWithSecondFactor } from '../../domain/identity/accounts/finish-sign-in.ts';
import { invalidCode } from '../../domain/identity/accounts/sign-in.ts';
import { useSecondFactor } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logInWithTotp'> = async ({ tools, user, body, session }) => {
  if (!(await useSecondFactor(tools, user, body.code))) throw invalidCode();
  await finishWithSecondFactor(tools, user, session.firstFactor);
  await session.complete(user.actorId, user.epoch);
  return { status: 200, body: { status: 'signed_in', methods: [] } };
};
