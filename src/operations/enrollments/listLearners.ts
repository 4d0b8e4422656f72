import { listLearners } from '../../domain/learning/enrollments/list-learners.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listLearners'> = async ({ db, caller, clock, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listLearners(db, caller, clock, path.course_pk, query)),
});
