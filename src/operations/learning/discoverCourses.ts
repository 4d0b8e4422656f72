import { discoverCourses } from '../../domain/learning/learner-view/discover.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'discoverCourses'> = async ({ tools, viewer, query, address }) => ({
  status: 200,
  body: paged(address, query, await discoverCourses(tools, await viewer(), query)),
});
