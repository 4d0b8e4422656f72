import { removeBallast } from '../../domain/upkeep/qa/storage.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteStorageBallast'> = async ({ tools, caller }) => {
  await removeBallast(tools, caller);
  return { status: 204 };
};
