import { createDevice } from '../../domain/attendance/devices/manage-devices.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'openKioskDevice'> = async ({ tools, caller, path, body, session, kioskCookie }) => {
  const { device, token, expiresAt } = await createDevice(tools, caller, path.course_pk, body);
  return {
    status: 201,
    body: device,
    async afterwards() {
      if (token === null) return;
      await session.end();
      kioskCookie.keep(token, expiresAt);
    },
  };
};
