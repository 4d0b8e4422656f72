import type { PaidAccount, SubscriptionGateway } from '../../../platform/payments/subscriptions.ts';

/** What the gateway knows of a subscription that has ended here, or was deleted. */
interface Left {
  account: PaidAccount;
  /** With which its page was asked for. */
  key: string;
  pageId: string | null;
  subscriptionId: string | null;
  /** RFC 3339 */
  begunAt: string;
}

/** Has the gateway charge nothing more: its page ends, and the subscription that was made on it, if any. Repeating it changes nothing. */
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
