import { refuseSuggestion } from '../../domain/assessment/ai-grading/decide.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'refuseAiSuggestion'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await refuseSuggestion(tools, caller, { courseId: path.course_pk, jobId: path.job_id, id: path.id }),
});
