import { getUpload } from '../../domain/learning/uploads/uploads.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getUpload'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getUpload(tools, caller, { courseId: path.course_pk, id: path.object_pk }),
});
