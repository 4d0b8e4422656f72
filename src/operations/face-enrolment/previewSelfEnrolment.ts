import { previewEnrolment } from '../../domain/attendance/faces/enrol.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'previewSelfEnrolment'> = async ({ tools, query }) => ({ status: 200, body: await previewEnrolment(tools, query.token) });
