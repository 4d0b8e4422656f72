import { createAccessCodes } from '../../domain/commerce/codes/manage-codes.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createAccessCodes'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createAccessCodes(tools, caller, path.course_pk, body),
});
