import { printSheets } from '../../domain/assessment/answer-sheets/prints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'printAnswerSheets'> = async ({ tools, caller, path, body }) => ({
  status: 202,
  body: await printSheets(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }, body),
});
