import { listImages } from '../../domain/studio/landing/hero-images.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'listHeroImages'> = async ({ db, base, caller, path, query, address }) => ({
  status: 200,
  body: paged(address, query, await listImages({ db, base }, caller, path.course_pk, query)),
});
