import { unlockKiosk } from '../../domain/attendance/devices/unlock.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'unlockKiosk'> = async ({ tools, path, body, origin, visitedOrganisationId, kioskCookie }) => {
  const organisationId = await visitedOrganisationId();
  const place = { ...origin, courseId: path.course_pk, organisationId, token: kioskCookie.token };
  const { device, token, expiresAt } = await unlockKiosk(tools, place, body);
  if (token !== null) kioskCookie.keep(token, expiresAt);
  return { status: 200, body: device };
};
