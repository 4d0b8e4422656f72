import { replaceCourse } from '../../domain/studio/courses/update-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceAgentCourse'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceCourse(tools, caller, path.id, body),
});
