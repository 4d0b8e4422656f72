import { deleteMedia } from '../../domain/studio/course-files/media.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteMedia'> = async ({ tools, caller, path }) => {
  await deleteMedia(tools, caller, path.course_pk, path.media_pk);
  return { status: 204 };
};
