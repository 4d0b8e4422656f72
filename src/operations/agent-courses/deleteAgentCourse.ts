import { deleteCourse } from '../../domain/studio/courses/delete-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteAgentCourse'> = async ({ tools, caller, path }) => {
  await deleteCourse(tools, caller, path.id);
  return { status: 204 };
};
