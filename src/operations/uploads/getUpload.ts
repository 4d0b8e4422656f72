import { getUpload } from '../../domain/learning/uploads/uploads.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getUpload'> = async ({ db, storage, clock, user, caller, path }) => ({
  status: 200,
  body: await getUpload({ db, storage, clock }, { caller, role: user.organisation.role }, { courseId: path.course_pk, id: path.object_pk }),
});
