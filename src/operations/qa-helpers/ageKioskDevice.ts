import { ageDevice } from '../../domain/attendance/devices/manage-devices.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'ageKioskDevice'> = async ({ tools, caller, path, body }) => {
  await ageDevice(tools, caller, path.id, body);
  return { status: 204 };
};
