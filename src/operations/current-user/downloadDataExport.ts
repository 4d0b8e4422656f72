import { openDataExport } from '../../domain/upkeep/privacy/data-exports.ts';
import { FileReply } from '../../http/file-reply.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'downloadDataExport'> = async ({ tools, user, path }) => {
  const { name, stream, size } = await openDataExport(tools, user, path.export_id);
  return { status: 200, body: new FileReply('application/zip', name, stream, size) };
};
