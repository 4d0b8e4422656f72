import { revokeEnrollment } from '../../domain/learning/enrollments/revoke-enrollment.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'revokeEnrollment'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await revokeEnrollment(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }),
});
