import { deleteUpload } from '../../domain/learning/uploads/uploads.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteUpload'> = async ({ tools, caller, path }) => {
  await deleteUpload(tools, caller, { courseId: path.course_pk, id: path.object_pk });
  return { status: 204 };
};
