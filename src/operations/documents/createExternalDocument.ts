import { createExternalDocument } from '../../domain/studio/course-files/documents.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createExternalDocument'> = async ({ db, storage, clock, caller, path, body }) => ({
  status: 201,
  body: await createExternalDocument({ db, storage, clock }, caller, path.course_pk, body),
});
