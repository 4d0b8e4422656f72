import { replaceAttendanceSettings } from '../../domain/attendance/meetings/settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceAttendanceSettings'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceAttendanceSettings(tools, caller, path.course_pk, body),
});
