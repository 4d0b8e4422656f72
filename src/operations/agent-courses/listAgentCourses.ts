import { listCourses } from '../../domain/studio/courses/list-courses.ts';
import type { Handler } from '../../http/handler.ts';
import { pagedText } from '../../http/paging.ts';

export const handler: Handler<'listAgentCourses'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: pagedText(address, query, await listCourses(tools, caller, query)),
});
