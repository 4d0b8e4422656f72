import { listSuggestions } from '../../domain/assessment/ai-grading/suggestions.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAiSuggestions'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listSuggestions(tools, caller, { courseId: path.course_pk, jobId: path.job_id }, query)),
});
