import { getSheetOptions } from '../../domain/assessment/answer-sheets/options.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getSheetOptions'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getSheetOptions(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk }),
});
