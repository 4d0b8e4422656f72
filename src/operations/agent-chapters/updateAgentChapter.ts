import { updateChapter } from '../../domain/studio/chapters/write-chapters.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateAgentChapter'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateChapter(tools, caller, { courseId: path.course_pk, id: path.id }, body),
});
