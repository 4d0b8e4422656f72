import { getCourseImport } from '../../domain/transfer/course-imports/imports.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getUploadedCourse'> = async ({ tools, caller, path }) => ({ status: 200, body: await getCourseImport(tools, caller, path.id) });
