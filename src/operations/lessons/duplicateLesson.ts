import { duplicateLesson } from '../../domain/studio/lessons/duplicate-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'duplicateLesson'> = async ({ db, caller, path }) => ({
  status: 201,
  body: await duplicateLesson(db, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }),
});
