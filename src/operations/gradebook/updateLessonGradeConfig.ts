import { updateLessonConfig } from '../../domain/assessment/gradebook/lesson-config.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateLessonGradeConfig'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateLessonConfig(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }, body),
});
