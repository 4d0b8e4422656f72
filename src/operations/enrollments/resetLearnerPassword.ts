import { resetLearnerPassword } from '../../domain/learning/enrollments/reset-password.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resetLearnerPassword'> = async ({ tools, caller, path }) => ({
  status: 201,
  body: await resetLearnerPassword(tools, caller, path.course_pk, path.enrollment_pk),
});
