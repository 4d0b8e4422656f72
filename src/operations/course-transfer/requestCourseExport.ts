import { requestCourseExport } from '../../domain/transfer/course-exports/exports.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'requestCourseExport'> = async ({ tools, caller, path, body }) => ({
  status: 202,
  body: await requestCourseExport(tools, caller, path.course_pk, body),
});
