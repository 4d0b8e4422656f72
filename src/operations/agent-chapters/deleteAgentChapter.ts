import { deleteChapter } from '../../domain/studio/chapters/write-chapters.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteAgentChapter'> = async ({ tools, caller, path }) => {
  await deleteChapter(tools, caller, { courseId: path.course_pk, id: path.id });
  return { status: 204 };
};
