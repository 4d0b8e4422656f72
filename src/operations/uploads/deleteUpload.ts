import { deleteUpload } from '../../domain/learning/uploads/uploads.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteUpload'> = async ({ db, storage, clock, user, caller, path }) => {
  await deleteUpload({ db, storage, clock }, { caller, role: user.organisation.role }, { courseId: path.course_pk, id: path.object_pk });
  return { status: 204 };
};
