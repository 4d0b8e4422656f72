import { getPlatformSubscription } from '../../domain/commerce/platform-purchases/describe.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getQaSubscription'> = async ({ tools, caller }) => ({ status: 200, body: await getPlatformSubscription(tools, caller) });
