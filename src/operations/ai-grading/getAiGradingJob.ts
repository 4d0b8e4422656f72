import { getJob } from '../../domain/assessment/ai-grading/control-jobs.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAiGradingJob'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getJob(tools, caller, { courseId: path.course_pk, jobId: path.job_id }),
});
