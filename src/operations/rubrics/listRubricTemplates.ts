import { listTemplates } from '../../domain/assessment/rubrics/templates.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listRubricTemplates'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listTemplates(tools, caller, path.course_pk, query)),
});
