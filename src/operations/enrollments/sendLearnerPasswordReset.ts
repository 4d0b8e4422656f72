import { sendLearnerPasswordReset } from '../../domain/learning/enrollments/reset-password.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'sendLearnerPasswordReset'> = async ({ tools, caller, path }) => {
  await sendLearnerPasswordReset(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk });
  return { status: 202, body: { status: 'accepted' } };
};
