import { replaceLessonConfig } from '../../domain/assessment/gradebook/lesson-config.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceLessonGradeConfig'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceLessonConfig(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }, body),
});
