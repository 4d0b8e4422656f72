import { deleteFaceEnrolment } from '../../domain/attendance/faces/enrol.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteFaceEnrolment'> = async ({ tools, caller }) => {
  await deleteFaceEnrolment(tools, caller);
  return { status: 204 };
};
