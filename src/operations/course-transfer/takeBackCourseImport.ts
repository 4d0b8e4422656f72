import { takeBackCourseImport } from '../../domain/transfer/course-imports/commit.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'takeBackCourseImport'> = async ({ tools, caller, path }) => {
  await takeBackCourseImport(tools, caller, path.id);
  return { status: 204 };
};
