import { getKioskQrRoster } from '../../domain/attendance/check-in/kiosk.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getKioskQrRoster'> = async ({ tools, kiosk, origin, path, revalidate }) => {
  const body = await getKioskQrRoster(tools, { kiosk, courseId: path.course_pk, ...origin });
  revalidate(body);
  return { status: 200, body };
};
