import { resetLearnerPassword } from '../../domain/learning/enrollments/reset-password.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'resetLearnerPassword'> = async ({ db, caller, path }) => ({
  status: 201,
  body: await resetLearnerPassword(db, caller, path.course_pk, path.enrollment_pk),
});
