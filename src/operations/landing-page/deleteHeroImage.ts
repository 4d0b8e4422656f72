import { deleteImage } from '../../domain/studio/landing/hero-images.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteHeroImage'> = async ({ tools, caller, path }) => {
  await deleteImage(tools, caller, { courseId: path.course_pk, id: path.id });
  return { status: 204 };
};
