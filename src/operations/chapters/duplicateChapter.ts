import { duplicateGradedChapter } from '../../domain/assessment/gradebook/copy-grading.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'duplicateChapter'> = async ({ tools, caller, path }) => ({
  status: 201,
  body: await duplicateGradedChapter(tools, caller, { courseId: path.course_pk, id: path.id }),
});
