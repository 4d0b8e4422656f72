import { listCourseImports } from '../../domain/transfer/course-imports/imports.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listImportsIntoCourse'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listCourseImports(tools, caller, query, path.course_pk)),
});
