import type { PaidAccount, SubscriptionGateway } from '../../../platform/payments/subscriptions.ts';

/** A subscription that has ended or was deleted here, as the gateway identifies it. */
interface Left {
  account: PaidAccount;
  /** The key with which its page was requested. */
  key: string;
  pageId: string | null;
  subscriptionId: string | null;
  /** RFC 3339 */
  begunAt: string;
}

/** Stops all charges at the gateway: ends the page and the subscription that was made on it, if any. Repeating the call changes nothing. */
export async function endLeftAt(subscriptions: SubscriptionGateway, left: Left): Promise<void> {
  const { account } = left;
  const subscriptionId = left.subscriptionId ?? (await closePage(subscriptions, left));
  if (subscriptionId !== null) await subscriptions.end(account, subscriptionId);
}

async function closePage(subscriptions: SubscriptionGateway, { account, key, pageId, begunAt }: Left): Promise<string | null> {
  const id = pageId ?? (await subscriptions.findPage(account, key, begunAt))?.id ?? null;
  if (id === null) return null;
  await subscriptions.expirePage(account, id);
  return (await subscriptions.readPage(account, id)).subscriptionId;
}
