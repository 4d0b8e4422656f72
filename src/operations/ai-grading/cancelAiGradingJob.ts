import { cancelJob } from '../../domain/assessment/ai-grading/control-jobs.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'cancelAiGradingJob'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await cancelJob(tools, caller, { courseId: path.course_pk, jobId: path.job_id }),
});
