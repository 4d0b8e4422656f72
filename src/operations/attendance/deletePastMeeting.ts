import { deleteRecordedMeeting } from '../../domain/attendance/records/record-meeting.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deletePastMeeting'> = async ({ tools, caller, path }) => {
  await deleteRecordedMeeting(tools, caller, path.course_pk, path.id);
  return { status: 204 };
};
