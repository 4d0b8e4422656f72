import { gradeAnswers } from '../../domain/assessment/review/answers.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'gradeAnswers'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await gradeAnswers(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }, body),
});
