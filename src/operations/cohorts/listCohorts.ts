import { listCohorts } from '../../domain/learning/cohorts/manage-cohorts.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listCohorts'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listCohorts(tools, caller, path.course_pk, query)),
});
