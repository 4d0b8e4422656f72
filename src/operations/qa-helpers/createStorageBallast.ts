import { addBallast } from '../../domain/upkeep/qa/storage.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createStorageBallast'> = async ({ tools, caller, body }) => ({
  status: 201,
  body: await addBallast(tools, caller, body.size_bytes),
});
