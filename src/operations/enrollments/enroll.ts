import { enroll } from '../../domain/learning/enrollments/enroll.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'enroll'> = async ({ tools, visitingCaller, path, body }) => {
  const { begins, enrollment } = await enroll(tools, await visitingCaller(), path.course_pk, body);
  return { status: begins ? 201 : 200, body: enrollment };
};
