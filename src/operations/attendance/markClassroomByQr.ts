import { markClassroomByQr } from '../../domain/attendance/check-in/classroom.ts';
import { newId } from '../../domain/kernel/ids.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'markClassroomByQr'> = async ({ tools, caller, path, body, visitor }) => {
  const deviceId = visitor.id ?? newId();
  const results = await markClassroomByQr(tools, caller, path.course_pk, { body, deviceId });
  visitor.remember(deviceId);
  return { status: 200, body: results };
};
