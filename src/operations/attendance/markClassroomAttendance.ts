import { markClassroom } from '../../domain/attendance/check-in/classroom.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'markClassroomAttendance'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await markClassroom(tools, caller, path.course_pk, body),
});
