import { endDevice } from '../../domain/attendance/devices/manage-devices.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'endKioskDevice'> = async ({ tools, caller, path }) => {
  await endDevice(tools, caller, { courseId: path.course_pk, id: path.id });
  return { status: 204 };
};
