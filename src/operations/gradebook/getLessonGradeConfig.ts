import { getLessonConfig } from '../../domain/assessment/gradebook/lesson-config.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLessonGradeConfig'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getLessonConfig(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }),
});
