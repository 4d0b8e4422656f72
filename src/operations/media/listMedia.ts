import { listMedia } from '../../domain/studio/course-files/media.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listMedia'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listMedia(tools, caller, path.course_pk, query)),
});
