import { removeAddons } from '../../domain/upkeep/qa/storage.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteStorageAddon'> = async ({ db, caller }) => {
  await removeAddons(db, caller);
  return { status: 204 };
};
