import { listDevices } from '../../domain/attendance/devices/manage-devices.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listKioskDevices'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listDevices(tools, caller, path.course_pk, query)),
});
