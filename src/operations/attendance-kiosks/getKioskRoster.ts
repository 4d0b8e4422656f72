import { getKioskRoster } from '../../domain/attendance/check-in/kiosk.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getKioskRoster'> = async ({ tools, kiosk, origin, path }) => ({
  status: 200,
  body: await getKioskRoster(tools, { kiosk, courseId: path.course_pk, ...origin }),
});
