import { moveLesson } from '../../domain/studio/lessons/move-lesson.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'moveLesson'> = async ({ db, caller, path, body }) => ({
  status: 200,
  body: await moveLesson(db, caller, { courseId: path.course_pk, id: path.lesson_pk }, body),
});
