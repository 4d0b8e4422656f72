import { reverseAtSandbox } from '../../domain/commerce/reversals/qa-reversal.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'reverseQaOrder'> = async ({ tools, caller, path, body }) => {
  await reverseAtSandbox(tools, caller, path.id, body);
  return { status: 204 };
};
