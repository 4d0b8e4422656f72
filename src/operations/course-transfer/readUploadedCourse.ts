import { readUploadedCourse } from '../../domain/transfer/course-imports/uploaded.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'readUploadedCourse'> = async ({ tools, caller, path, body }) => ({
  status: 202,
  body: await readUploadedCourse(tools, caller, path.id, body),
});
