import { getTemplate } from '../../domain/transfer/roster-imports/manage-rosters.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getRosterTemplate'> = async ({ tools, caller, path, query }) => ({
  status: 200,
  body: new FileReply('text/csv', 'roster.csv', await getTemplate(tools, caller, path.course_pk, query)),
});
