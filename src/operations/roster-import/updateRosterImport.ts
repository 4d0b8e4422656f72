import { updateRoster } from '../../domain/transfer/roster-imports/update-roster.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateRosterImport'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateRoster(tools, caller, { courseId: path.course_pk, importId: path.import_pk }, body),
});
