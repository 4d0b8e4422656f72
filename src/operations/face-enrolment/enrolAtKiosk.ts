import { enrolAtKiosk } from '../../domain/attendance/check-in/kiosk-faces.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'enrolAtKiosk'> = async ({ tools, kiosk, origin, path, body }) => ({
  status: 200,
  body: await enrolAtKiosk(tools, { kiosk, courseId: path.course_pk, ...origin }, body),
});
