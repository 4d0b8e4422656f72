import { getLearnerNumber } from '../../domain/assessment/answer-sheets/numbers.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLearnerNumber'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getLearnerNumber(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }),
});
