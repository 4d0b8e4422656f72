import { listImages } from '../../domain/studio/landing/hero-images.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listHeroImages'> = async ({ tools, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listImages(tools, caller, path.course_pk, query)),
});
