import { leave } from '../../domain/upkeep/qa/organisations.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteOwnMembership'> = async ({ db, caller }) => {
  await leave(db, caller);
  return { status: 204 };
};
