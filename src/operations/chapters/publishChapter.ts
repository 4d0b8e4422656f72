import { publishChapter } from '../../domain/studio/lessons/publish-chapter.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'publishChapter'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await publishChapter(tools, caller, { courseId: path.course_pk, id: path.id }, body),
});
