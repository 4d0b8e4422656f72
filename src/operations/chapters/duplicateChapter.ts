import { duplicateChapter } from '../../domain/studio/lessons/duplicate-chapter.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'duplicateChapter'> = async ({ db, caller, path }) => ({
  status: 201,
  body: await duplicateChapter(db, caller, { courseId: path.course_pk, id: path.id }),
});
