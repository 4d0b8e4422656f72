import { deleteCourseImport } from '../../domain/transfer/course-imports/imports.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteCourseImport'> = async ({ tools, caller, path }) => {
  await deleteCourseImport(tools, caller, path.id);
  return { status: 204 };
};
