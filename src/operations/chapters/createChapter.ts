import { createChapter } from '../../domain/studio/chapters/write-chapters.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createChapter'> = async ({ db, caller, path, body }) => ({
  status: 201,
  body: await createChapter(db, caller, path.course_pk, body),
});
