import { fillGradebook } from '../../domain/assessment/gradebook/fill-gradebook.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'fillGradebook'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await fillGradebook(tools, caller, path.course_pk, body),
});
