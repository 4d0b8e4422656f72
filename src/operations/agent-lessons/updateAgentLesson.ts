import { updateLesson } from '../../domain/studio/lessons/write-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateAgentLesson'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }, body),
});
