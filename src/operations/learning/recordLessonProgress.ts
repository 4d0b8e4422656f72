import { recordProgress } from '../../domain/learning/learner-view/record.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'recordLessonProgress'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await recordProgress(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }, body),
});
