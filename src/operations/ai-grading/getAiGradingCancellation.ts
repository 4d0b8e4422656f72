import { getCancellation } from '../../domain/assessment/ai-grading/control-jobs.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAiGradingCancellation'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getCancellation(tools, caller, { courseId: path.course_pk, jobId: path.job_id }),
});
