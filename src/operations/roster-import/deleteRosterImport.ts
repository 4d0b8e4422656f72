import { deleteRoster } from '../../domain/transfer/roster-imports/update-roster.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteRosterImport'> = async ({ tools, caller, path }) => {
  await deleteRoster(tools, caller, { courseId: path.course_pk, importId: path.import_pk });
  return { status: 204 };
};
