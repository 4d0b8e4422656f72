import { updateLearnerNumber } from '../../domain/assessment/answer-sheets/numbers.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateLearnerNumber'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateLearnerNumber(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }, body),
});
