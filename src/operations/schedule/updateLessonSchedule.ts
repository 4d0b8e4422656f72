import { updateLessonSchedule } from '../../domain/studio/lessons/write-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateLessonSchedule'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateLessonSchedule(tools, caller, { courseId: path.course_pk, id: path.lesson_pk }, body),
});
