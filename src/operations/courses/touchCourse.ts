import { touchCourse } from '../../domain/studio/courses/recent-courses.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'touchCourse'> = async ({ db, caller, path }) => {
  await touchCourse(db, caller, path.id);
  return { status: 204 };
};
