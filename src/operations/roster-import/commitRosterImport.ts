import { commitRoster } from '../../domain/transfer/roster-imports/commit-roster.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'commitRosterImport'> = async ({ tools, caller, path }) => ({
  status: 202,
  body: await commitRoster(tools, caller, { courseId: path.course_pk, importId: path.import_pk }),
});
