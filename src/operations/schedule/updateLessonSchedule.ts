import { updateLessonSchedule } from '../../domain/studio/lessons/write-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateLessonSchedule'> = async ({ db, caller, path, body }) => ({
  status: 200,
  body: await updateLessonSchedule(db, caller, { courseId: path.course_pk, id: path.lesson_pk }, body),
});
