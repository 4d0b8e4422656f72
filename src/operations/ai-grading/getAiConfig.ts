import { getAiConfig } from '../../domain/assessment/ai-grading/lesson.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAiConfig'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getAiConfig(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }),
});
