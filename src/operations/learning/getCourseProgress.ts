import { getCourseProgress } from '../../domain/learning/learner-view/course-progress.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCourseProgress'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getCourseProgress(tools, caller, path.course_pk),
});
