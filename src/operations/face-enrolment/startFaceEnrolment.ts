import { startFaceEnrolment } from '../../domain/attendance/faces/enrol.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startFaceEnrolment'> = async ({ tools, caller }) => ({ status: 200, body: await startFaceEnrolment(tools, caller) });
