import { resetLearnerPassword } from '../../domain/learning/enrollments/reset-password.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resetLearnerPassword'> = async ({ tools, caller, path }) => ({
  status: 201,
  body: await resetLearnerPassword(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }),
});
