import { listChapters } from '../../domain/studio/chapters/read-chapters.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAgentChapters'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listChapters(tools, caller, path.course_pk, query)),
});
