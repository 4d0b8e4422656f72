import { listPrintedSheets } from '../../domain/assessment/answer-sheets/prints.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listPrintedSheets'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listPrintedSheets(tools, caller, { courseId: path.course_pk, lessonId: path.lesson_pk, printId: path.print_pk }, query)),
});
