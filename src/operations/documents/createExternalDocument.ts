import { createExternalDocument } from '../../domain/studio/course-files/documents.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createExternalDocument'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createExternalDocument(tools, caller, path.course_pk, body),
});
