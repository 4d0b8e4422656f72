import { removeBallast } from '../../domain/upkeep/qa/storage.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteStorageBallast'> = async ({ db, caller }) => {
  await removeBallast(db, caller);
  return { status: 204 };
};
