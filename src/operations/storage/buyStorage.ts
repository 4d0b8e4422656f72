import { buyStorage } from '../../domain/commerce/platform-purchases/buy.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'buyStorage'> = async ({ tools, caller, body }) => {
  const { begins, change } = await buyStorage(tools, caller, body);
  return { status: begins ? 201 : 200, body: change };
};
