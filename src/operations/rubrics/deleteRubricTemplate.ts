import { deleteTemplate } from '../../domain/assessment/rubrics/templates.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteRubricTemplate'> = async ({ tools, caller, path }) => {
  await deleteTemplate(tools, caller, { courseId: path.course_pk, id: path.id });
  return { status: 204 };
};
