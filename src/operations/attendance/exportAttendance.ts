import { exportAttendance } from '../../domain/attendance/records/export-attendance.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'exportAttendance'> = async ({ tools, caller, path, query }) => ({
  status: 200,
  body: new FileReply('text/csv', 'attendance.csv', await exportAttendance(tools, caller, path.course_pk, query)),
});
