import { getAttendanceSettings } from '../../domain/attendance/meetings/settings.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAttendanceSettings'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getAttendanceSettings(tools, caller, path.course_pk),
});
