import { getRoster } from '../../domain/transfer/roster-imports/manage-rosters.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getRosterImport'> = async ({ tools, caller, path, query, address }) => {
  const { rows, ...roster } = await getRoster(tools, caller, { courseId: path.course_pk, importId: path.import_pk }, query);
  return { status: 200, body: { ...roster, rows: paged(address, query, rows) } };
};
