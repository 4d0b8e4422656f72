import { replaceMeetingTimes } from '../../domain/attendance/meetings/meeting-times.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceMeetingTimes'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await replaceMeetingTimes(tools, caller, path.course_pk, body),
});
