import { withdrawUploadedCourse } from '../../domain/transfer/course-imports/uploaded.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'withdrawUploadedCourse'> = async ({ tools, caller, path }) => {
  await withdrawUploadedCourse(tools, caller, path.id);
  return { status: 204 };
};
