import { getClassroomCode } from '../../domain/attendance/check-in/classroom.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getClassroomCode'> = async ({ tools, caller, path, query }) => ({
  status: 200,
  body: await getClassroomCode(tools, caller, path.course_pk, query),
});
