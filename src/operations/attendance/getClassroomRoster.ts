import { getClassroomRoster } from '../../domain/attendance/check-in/classroom.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getClassroomRoster'> = async ({ tools, caller, path, query, address }) => {
  const { meeting, meetings, timezone, ...page } = await getClassroomRoster(tools, caller, path.course_pk, query);
  return { status: 200, body: { ...paged(address, query, page), meeting, meetings, timezone } };
};
