import { updateLearner } from '../../domain/learning/enrollments/update-learner.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateLearner'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateLearner(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }, body),
});
