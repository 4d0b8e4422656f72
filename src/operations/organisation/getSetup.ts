import { readSetup } from '../../domain/identity/accounts/first-setup.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getSetup'> = async ({ tools, query: { token }, isOwnMachine }) => ({
  status: 200,
  body: await readSetup(tools, { isOwnMachine, token }),
});
