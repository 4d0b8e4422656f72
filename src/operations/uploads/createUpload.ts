import { createUpload } from '../../domain/learning/uploads/uploads.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createUpload'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createUpload(tools, caller, path.course_pk, body),
});
