import { getSuggestion } from '../../domain/assessment/ai-grading/suggestions.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAiSuggestion'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getSuggestion(tools, caller, { courseId: path.course_pk, jobId: path.job_id, id: path.id }),
});
