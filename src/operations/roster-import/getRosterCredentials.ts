import { credentialsCsv, credentialsPdf, listCredentials } from '../../domain/transfer/roster-imports/credentials.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';
import { paged } from '../../http/paging.ts';

export const handler: Handler<'getRosterCredentials'> = async ({ tools, caller, path, query, address }) => {
  const { format, ...paging } = query;
  const place = { courseId: path.course_pk, importId: path.import_pk };
  if (format === 'csv') return { status: 200, body: new FileReply('text/csv', 'credentials.csv', await credentialsCsv(tools, caller, place)) };
  if (format === 'pdf') return { status: 200, body: new FileReply('application/pdf', 'credentials.pdf', await credentialsPdf(tools, caller, place, paging)) };
  return { status: 200, body: paged(address, query, await listCredentials(tools, caller, place, paging)) };
};
