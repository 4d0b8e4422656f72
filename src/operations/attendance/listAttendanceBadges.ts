import { listBadges } from '../../domain/attendance/badges/manage-badges.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAttendanceBadges'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listBadges(tools, caller, path.course_pk, query)),
});
