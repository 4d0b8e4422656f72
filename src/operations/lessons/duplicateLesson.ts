import { duplicateLesson } from '../../domain/studio/lessons/duplicate-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'duplicateLesson'> = async ({ tools, caller, path }) => ({
  status: 201,
  body: await duplicateLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }),
});
