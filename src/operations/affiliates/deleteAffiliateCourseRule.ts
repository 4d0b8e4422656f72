import { deleteCourseRule } from '../../domain/affiliates/program/course-rules.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteAffiliateCourseRule'> = async ({ tools, caller, query }) => {
  await deleteCourseRule(tools, caller, query.course_id);
  return { status: 204 };
};
