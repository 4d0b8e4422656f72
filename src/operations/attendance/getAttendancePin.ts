import { getPin } from '../../domain/attendance/meetings/pin.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAttendancePin'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getPin(tools, caller, path.course_pk),
});
