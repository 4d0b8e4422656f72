import { updateProgram } from '../../domain/affiliates/program/program.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateAffiliateProgram'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await updateProgram(tools, caller, body),
});
