import { listUpdates } from '../../domain/attendance/check-in/updates.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'listAttendanceUpdates'> = async ({ tools, caller, path, query }) => ({
  status: 200,
  body: await listUpdates(tools, caller, path.course_pk, query),
});
