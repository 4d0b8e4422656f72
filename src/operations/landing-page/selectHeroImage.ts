import { selectImage } from '../../domain/studio/landing/hero-images.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'selectHeroImage'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await selectImage(tools, caller, { courseId: path.course_pk, id: path.id }),
});
