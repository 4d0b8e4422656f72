import { removeAddons } from '../../domain/storage/qa.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteStorageAddon'> = async ({ db, caller }) => {
  await removeAddons(db, caller);
  return { status: 204 };
};
