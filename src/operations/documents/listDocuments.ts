import { listDocuments } from '../../domain/studio/course-files/documents.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listDocuments'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listDocuments(tools, caller, path.course_pk, query)),
});
