import { getProgram } from '../../domain/affiliates/program/program.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAffiliateProgram'> = async ({ tools, caller }) => ({
  status: 200,
  body: await getProgram(tools, caller),
});
