import { revokeAccessCodes } from '../../domain/commerce/codes/manage-codes.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'revokeAccessCodes'> = async ({ tools, caller, path }) => {
  await revokeAccessCodes(tools, caller, { courseId: path.course_pk, id: path.code_pk });
  return { status: 204 };
};
