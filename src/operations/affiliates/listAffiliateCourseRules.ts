import { listCourseRules } from '../../domain/affiliates/program/course-rules.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAffiliateCourseRules'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listCourseRules(tools, caller, query)),
});
