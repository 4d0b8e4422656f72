import { restoreEnrollment } from '../../domain/learning/enrollments/revoke-enrollment.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'restoreEnrollment'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await restoreEnrollment(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }),
});
