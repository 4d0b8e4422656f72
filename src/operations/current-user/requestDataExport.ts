import { requestDataExport } from '../../domain/upkeep/privacy/data-exports.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'requestDataExport'> = async ({ db, user, take }) => {
  await take('dataExport', user.id);
  return { status: 202, body: await requestDataExport(db, user.id) };
};
