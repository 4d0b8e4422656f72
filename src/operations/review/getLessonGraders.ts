import { getGraders } from '../../domain/assessment/review/graders.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLessonGraders'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getGraders(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }),
});
