import { deleteLesson } from '../../domain/studio/lessons/write-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteAgentLesson'> = async ({ tools, caller, path }) => {
  await deleteLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id });
  return { status: 204 };
};
