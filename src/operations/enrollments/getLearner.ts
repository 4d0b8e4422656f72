import { getLearner } from '../../domain/learning/enrollments/list-learners.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getLearner'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getLearner(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }),
});
