import { listLessons } from '../../domain/studio/lessons/read-lessons.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAgentLessons'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listLessons(tools, caller, { courseId: path.course_pk, chapterId: path.chapter_pk }, query)),
});
