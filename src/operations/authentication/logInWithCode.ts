import { finishWithSecondFactor } from '../../domain/identity/accounts/finish-sign-in.ts';
import { useSignInCode } from '../../domain/identity/accounts/sign-in.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logInWithCode'> = async ({ tools, user, body, session }) => {
  await useSignInCode(tools, user, session.methods, body.code);
  await finishWithSecondFactor(tools, user, session.firstFactor);
  await session.complete(user.actorId, user.epoch);
  return { status: 200, body: { status: 'signed_in', methods: [] } };
};
