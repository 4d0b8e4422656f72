import { resumeJob } from '../../domain/assessment/ai-grading/control-jobs.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resumeAiGradingJob'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await resumeJob(tools, caller, { courseId: path.course_pk, jobId: path.job_id }, body),
});
