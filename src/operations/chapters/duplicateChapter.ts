import { duplicateChapter } from '../../domain/studio/lessons/duplicate-chapter.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'duplicateChapter'> = async ({ tools, caller, path }) => ({
  status: 201,
  body: await duplicateChapter(tools, caller, { courseId: path.course_pk, id: path.id }),
});
