import { writeRecord } from '../../domain/attendance/records/write-record.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'writeAttendanceRecord'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await writeRecord(tools, caller, { courseId: path.course_pk, enrollmentId: path.enrollment_pk, date: path.date }, body),
});
