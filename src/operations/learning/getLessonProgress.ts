import { getLessonProgress } from '../../domain/learning/learner-view/read-progress.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLessonProgress'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getLessonProgress(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }),
});
