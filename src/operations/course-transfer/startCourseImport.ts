import { startCourseImport } from '../../domain/transfer/course-imports/commit.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startCourseImport'> = async ({ tools, caller, path, body }) => ({
  status: 202,
  body: await startCourseImport(tools, caller, path.id, body),
});
