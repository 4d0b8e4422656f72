import { markKioskByQr } from '../../domain/attendance/check-in/kiosk.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'markKioskByQr'> = async ({ tools, kiosk, origin, path, body }) => ({
  status: 200,
  body: await markKioskByQr(tools, { kiosk, courseId: path.course_pk, ...origin }, body),
});
