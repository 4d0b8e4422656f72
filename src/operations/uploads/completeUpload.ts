import { completeUpload } from '../../domain/learning/uploads/complete-upload.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'completeUpload'> = async ({ db, storage, clock, scanner, user, caller, path }) => ({
  status: 200,
  body: await completeUpload({ db, storage, clock, scanner }, { caller, role: user.organisation.role }, { courseId: path.course_pk, id: path.object_pk }),
});
