import { deleteDomain } from '../../domain/upkeep/qa/domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteQaDomainClaim'> = async ({ db, caller }) => {
  await deleteDomain(db, caller);
  return { status: 204 };
};
