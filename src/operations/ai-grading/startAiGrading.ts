import { startGrading } from '../../domain/assessment/ai-grading/control-jobs.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startAiGrading'> = async ({ tools, caller, path, body }) => ({
  status: 202,
  body: await startGrading(tools, caller, path.course_pk, body),
});
