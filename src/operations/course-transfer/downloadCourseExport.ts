import { downloadCourseExport } from '../../domain/transfer/course-exports/exports.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'downloadCourseExport'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await downloadCourseExport(tools, caller, path.course_pk),
});
