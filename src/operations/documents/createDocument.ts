import { createDocument } from '../../domain/studio/course-files/documents.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createDocument'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createDocument(tools, caller, path.course_pk, body),
});
