import { duplicateGradedLesson } from '../../domain/assessment/gradebook/copy-grading.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'duplicateLesson'> = async ({ tools, caller, path }) => ({
  status: 201,
  body: await duplicateGradedLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }),
});
