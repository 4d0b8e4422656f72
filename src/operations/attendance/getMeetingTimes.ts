import { getMeetingTimes } from '../../domain/attendance/meetings/meeting-times.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getMeetingTimes'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getMeetingTimes(tools, caller, path.course_pk),
});
