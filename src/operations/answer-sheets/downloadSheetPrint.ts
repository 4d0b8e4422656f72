import { downloadSheetPrint } from '../../domain/assessment/answer-sheets/prints.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'downloadSheetPrint'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await downloadSheetPrint(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk, printId: path.print_pk }),
});
