import { getStorageOffer } from '../../domain/commerce/platform-purchases/offers.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getStorageOffer'> = async ({ tools, caller }) => ({ status: 200, body: await getStorageOffer(tools, caller) });
