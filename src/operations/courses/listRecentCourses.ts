import { listRecentCourses } from '../../domain/studio/courses/recent-courses.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listRecentCourses'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listRecentCourses(tools, caller, query)),
});
