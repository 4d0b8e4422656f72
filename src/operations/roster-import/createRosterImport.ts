import { createRoster } from '../../domain/transfer/roster-imports/manage-rosters.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'createRosterImport'> = async ({ tools, caller, path, body }) => ({
  status: 201,
  body: await createRoster(tools, caller, path.course_pk, body),
});
