import { listEnrollments } from '../../domain/learning/enrollments/list-enrollments.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listEnrollments'> = async ({ db, caller, clock, query, address }) => ({
  status: 200,
  body: paged(address, query, await listEnrollments(db, caller, clock, query)),
});
