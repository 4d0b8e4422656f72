import { openCourse } from '../../domain/learning/learner-view/course-progress.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'openCourse'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await openCourse(tools, caller, path.course_pk),
});
