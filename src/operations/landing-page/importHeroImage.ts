import { importImage } from '../../domain/studio/landing/hero-images.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'importHeroImage'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await importImage(tools, caller, path.course_pk, body.url),
});
