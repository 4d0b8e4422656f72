import { requestDataExport } from '../../domain/upkeep/privacy/data-exports.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'requestDataExport'> = async ({ tools, user }) => {
  return { status: 202, body: await requestDataExport(tools, user) };
};
