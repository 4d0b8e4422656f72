import { createCourseImport } from '../../domain/transfer/course-imports/imports.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createCourseImport'> = async ({ tools, caller, body }) => ({ status: 201, body: await createCourseImport(tools, caller, body) });
