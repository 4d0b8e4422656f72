import { deleteDomain } from '../../domain/upkeep/qa/domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteQaDomainClaim'> = async ({ tools, caller }) => {
  await deleteDomain(tools, caller);
  return { status: 204 };
};
