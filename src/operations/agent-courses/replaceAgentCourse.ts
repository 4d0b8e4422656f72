import { replaceCourse } from '../../domain/studio/courses/update-course.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceAgentCourse'> = async ({ db, caller, path, body }) => ({
  status: 200,
  body: await replaceCourse(db, caller, path.id, body),
});
