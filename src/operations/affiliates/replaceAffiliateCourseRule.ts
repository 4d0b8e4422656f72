import { replaceCourseRule } from '../../domain/affiliates/program/course-rules.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'replaceAffiliateCourseRule'> = async ({ tools, caller, body }) => ({
  status: 200,
  body: await replaceCourseRule(tools, caller, body),
});
