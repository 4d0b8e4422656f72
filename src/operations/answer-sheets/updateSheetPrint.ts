import { updateSheetPrint } from '../../domain/assessment/answer-sheets/prints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateSheetPrint'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateSheetPrint(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk, printId: path.print_pk }, body),
});
