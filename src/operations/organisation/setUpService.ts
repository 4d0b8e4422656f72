import { setUpService } from '../../domain/identity/accounts/first-setup.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'setUpService'> = async ({ tools, origin, isOwnMachine, body, session }) => {
  const { signIn, made } = await setUpService(tools, origin, isOwnMachine, body);
  await session.begin(signIn);
  return { status: 201, body: made, afterwards: () => session.noteUse(made.id) };
};
