import { generateImage } from '../../domain/studio/landing/hero-images.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'generateHeroImage'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await generateImage(tools, caller, path.course_pk, body.prompt),
});
