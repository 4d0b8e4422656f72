import { createLesson } from '../../domain/studio/lessons/write-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createAgentLesson'> = async ({ db, caller, path, body }) => ({
  status: 201,
  body: await createLesson(db, caller, { courseId: path.course_pk, chapterId: path.chapter_pk }, body),
});
