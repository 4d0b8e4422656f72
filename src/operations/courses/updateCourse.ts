import { updateCourse } from '../../domain/studio/courses/update-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateCourse'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateCourse(tools, caller, path.id, body),
});
