import { uploadImage } from '../../domain/studio/landing/hero-images.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'uploadHeroImage'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await uploadImage(tools, caller, path.course_pk, body.file),
});
