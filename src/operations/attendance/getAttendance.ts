import { readAttendance } from '../../domain/attendance/records/read-attendance.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getAttendance'> = async ({ tools, caller, path, query, address }) => {
  const { meetings, timezone, ...page } = await readAttendance(tools, caller, path.course_pk, query);
  return { status: 200, body: { ...paged(address, query, page), meetings, timezone } };
};
