import { suggestRubric } from '../../domain/assessment/rubrics/suggest-rubric.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'suggestRubric'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await suggestRubric(tools, caller, path.course_pk, body),
});
