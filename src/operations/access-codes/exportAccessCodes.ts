import { exportAccessCodes } from '../../domain/commerce/codes/manage-codes.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'exportAccessCodes'> = async ({ tools, caller, path }) => {
  const csv = await exportAccessCodes(tools, caller, { courseId: path.course_pk, id: path.code_pk });
  return { status: 200, body: new FileReply('text/csv', 'access-codes.csv', Buffer.from(csv)) };
};
