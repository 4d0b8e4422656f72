import { acceptSuggestions } from '../../domain/assessment/ai-grading/accept.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'acceptAiSuggestions'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await acceptSuggestions(tools, caller, { courseId: path.course_pk, jobId: path.job_id }, body),
});
