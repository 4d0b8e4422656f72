import { removeAddons } from '../../domain/upkeep/qa/storage.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteStorageAddon'> = async ({ tools, caller }) => {
  await removeAddons(tools, caller);
  return { status: 204 };
};
