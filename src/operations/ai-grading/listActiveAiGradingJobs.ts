import { listActiveJobs } from '../../domain/assessment/ai-grading/control-jobs.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listActiveAiGradingJobs'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listActiveJobs(tools, caller, path.course_pk, query)),
});
