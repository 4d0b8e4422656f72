import { exportGradebook } from '../../domain/assessment/gradebook/export-gradebook.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

const TYPES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

export const handler: Handler<'exportGradebook'> = async ({ tools, caller, path, query }) => {
  const content = await exportGradebook(tools, caller, path.course_pk, query);
  return { status: 200, body: new FileReply(TYPES[query.format], `gradebook.${query.format}`, content) };
};
