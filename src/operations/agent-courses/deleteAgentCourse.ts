import { deleteCourse } from '../../domain/studio/courses/delete-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteAgentCourse'> = async ({ db, caller, path }) => {
  await deleteCourse(db, caller, path.id);
  return { status: 204 };
};
