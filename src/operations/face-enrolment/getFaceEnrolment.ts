import { getFaceEnrolment } from '../../domain/attendance/faces/enrol.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getFaceEnrolment'> = async ({ tools, caller }) => ({ status: 200, body: await getFaceEnrolment(tools, caller) });
