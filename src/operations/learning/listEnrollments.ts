import { listEnrollments } from '../../domain/learning/enrollments/list-enrollments.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listEnrollments'> = async ({ tools, caller, query, address }) => ({
  status: 200,
  body: paged(address, query, await listEnrollments(tools, caller, query)),
});
