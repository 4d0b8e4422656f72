import { updateAccessCodes } from '../../domain/commerce/codes/manage-codes.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateAccessCodes'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateAccessCodes(tools, caller, { courseId: path.course_pk, id: path.code_pk }, body),
});
