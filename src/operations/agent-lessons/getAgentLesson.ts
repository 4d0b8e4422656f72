import { getLesson } from '../../domain/studio/lessons/read-lessons.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAgentLesson'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getLesson(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk, id: path.id }),
});
