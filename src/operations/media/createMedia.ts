import { createMedia } from '../../domain/studio/course-files/media.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createMedia'> = async ({ db, storage, clock, caller, path, body }) => ({
  status: 201,
  body: await createMedia({ db, storage, clock }, caller, path.course_pk, body),
});
