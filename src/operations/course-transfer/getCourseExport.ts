import { getCourseExport } from '../../domain/transfer/course-exports/exports.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCourseExport'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getCourseExport(tools, caller, path.course_pk),
});
