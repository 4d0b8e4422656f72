import { removeBallast } from '../../domain/storage/qa.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteStorageBallast'> = async ({ db, caller }) => {
  await removeBallast(db, caller);
  return { status: 204 };
};
