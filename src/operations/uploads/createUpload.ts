import { createUpload } from '../../domain/learning/uploads/uploads.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createUpload'> = async ({ db, storage, clock, user, caller, path, body }) => ({
  status: 201,
  body: await createUpload({ db, storage, clock }, { caller, role: user.organisation.role }, path.course_pk, body),
});
