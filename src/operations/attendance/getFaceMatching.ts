import { getFaceMatching } from '../../domain/attendance/check-in/face-matches.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getFaceMatching'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getFaceMatching(tools, caller, path.course_pk),
});
