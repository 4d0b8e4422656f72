import { createTemplate } from '../../domain/assessment/rubrics/templates.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createRubricTemplate'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createTemplate(tools, caller, path.course_pk, body),
});
