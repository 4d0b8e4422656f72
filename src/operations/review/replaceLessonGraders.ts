import { replaceGraders } from '../../domain/assessment/review/graders.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceLessonGraders'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceGraders(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }, body),
});
