import { reissueBadge } from '../../domain/attendance/badges/manage-badges.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'reissueAttendanceBadge'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await reissueBadge(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk }),
});
