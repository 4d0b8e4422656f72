import { completeUpload } from '../../domain/learning/uploads/complete-upload.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'completeUpload'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await completeUpload(tools, caller, { courseId: path.course_pk, id: path.object_pk }),
});
