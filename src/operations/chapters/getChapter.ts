import { getChapter } from '../../domain/studio/chapters/read-chapters.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getChapter'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getChapter(tools, caller, { courseId: path.course_pk, id: path.id }),
});
