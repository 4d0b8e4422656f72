import { listCourseFigures } from '../../domain/analytics/figures/courses.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listCourseAnalytics'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listCourseFigures(tools, caller, query)),
});
