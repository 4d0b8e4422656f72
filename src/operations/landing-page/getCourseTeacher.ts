import { viewTeacher } from '../../domain/learning/learner-view/course-view.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCourseTeacher'> = async ({ tools, viewer, path }) => ({
  status: 200,
  body: await viewTeacher(tools, await viewer(), path.course_pk),
});
