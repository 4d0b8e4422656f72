import { joinProgram } from '../../domain/affiliates/partners/join.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'joinAffiliateProgram'> = async ({ tools, visitingCaller, body }) => {
  const { begins, affiliation } = await joinProgram(tools, await visitingCaller(), body);
  return { status: begins ? 201 : 200, body: affiliation };
};
