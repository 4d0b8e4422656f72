import { deleteDocument } from '../../domain/studio/course-files/documents.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteDocument'> = async ({ tools, caller, path }) => {
  await deleteDocument(tools, caller, path.course_pk, path.doc_pk);
  return { status: 204 };
};
