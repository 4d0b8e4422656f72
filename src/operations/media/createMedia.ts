import { createMedia } from '../../domain/studio/course-files/media.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createMedia'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createMedia(tools, caller, path.course_pk, body),
});
