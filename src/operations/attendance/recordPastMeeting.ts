import { recordMeeting } from '../../domain/attendance/records/record-meeting.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'recordPastMeeting'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await recordMeeting(tools, caller, path.course_pk, body),
});
