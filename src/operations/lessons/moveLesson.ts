import { moveLesson } from '../../domain/studio/lessons/move-lesson.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'moveLesson'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await moveLesson(tools, caller, { courseId: path.course_pk, id: path.lesson_pk }, body),
});
