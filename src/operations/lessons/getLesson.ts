import { viewLesson } from '../../domain/learning/learner-view/lesson-view.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLesson'> = async ({ tools, viewer, path }) => ({
  status: 200,
  body: await viewLesson(tools, await viewer(), { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }),
});
