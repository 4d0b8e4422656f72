import { listChapters } from '../../domain/studio/chapters/read-chapters.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listAgentChapters'> = async ({ db, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listChapters(db, caller, path.course_pk, query)),
});
