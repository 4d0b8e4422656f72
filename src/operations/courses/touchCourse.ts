import { touchCourse } from '../../domain/studio/courses/recent-courses.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'touchCourse'> = async ({ tools, caller, path }) => {
  await touchCourse(tools, caller, path.id);
  return { status: 204 };
};
