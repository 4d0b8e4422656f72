import { createChapter } from '../../domain/studio/chapters/write-chapters.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createChapter'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createChapter(tools, caller, path.course_pk, body),
});
