import { addBallast } from '../../domain/upkeep/qa/storage.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createStorageBallast'> = async ({ db, caller, clock, body }) => ({
  status: 201,
  body: await addBallast(db, caller, clock, body.size_bytes),
});
