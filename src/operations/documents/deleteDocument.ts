import { deleteDocument } from '../../domain/studio/course-files/documents.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteDocument'> = async ({ db, caller, path }) => {
  await deleteDocument({ db }, caller, path.course_pk, path.doc_pk);
  return { status: 204 };
};
