import { listLearners } from '../../domain/certificates/holding/list-learners.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listLearners'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listLearners(tools, caller, path.course_pk, query)),
});
