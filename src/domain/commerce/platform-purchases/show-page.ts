import type { Database } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import type { RecurringPrice, SubscriptionPage } from '../../../platform/payments/subscriptions.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { OWN, type PurchaseKey, type PurchaseRow, readPurchase } from './columns.ts';
import { readPlatformName } from './platform-seller.ts';
import { notePage, settlePurchase } from './settle.ts';

type PageTools = Pick<Tools<Database>, 'db' | 'clock' | 'base' | 'webAppUrl'>;

/**
 * Returns the page of a purchase, and has the gateway make it if there is none.
 * @throws DomainError payment_processing
 */
export async function showPage(tools: PageTools, gateway: Payments, key: PurchaseKey, purchase: PurchaseRow, price: RecurringPrice): Promise<string> {
  const { subscriptions } = gateway;
  const page = purchase.page_id === null ? await openPage(tools, gateway, key, purchase, price) : await subscriptions.readPage(OWN, purchase.page_id);
  // While the gateway made the page, another request may have ended the purchase, because the owner wants something else.
  const current = await readPurchase(tools.db, key).executeTakeFirst();
  const isStillOpen = current?.status === 'pending';
  if (isStillOpen && page.state === 'open' && page.url !== null) return page.url;
  if (!isStillOpen) await subscriptions.expirePage(OWN, page.id);
  await settlePurchase(tools, gateway, key);
  throw new DomainError('payment_processing', 'The outcome of the payment is not yet known.', { order_id: null, subscription_id: null });
}

/** Has the gateway create the page of a purchase. The purchase's ID is the idempotency key, so that each purchase gets one page. */
async function openPage(tools: PageTools, gateway: Payments, key: PurchaseKey, { expires_at }: PurchaseRow, price: RecurringPrice): Promise<SubscriptionPage> {
  const site = await readSite(tools.db, key.organisationId, tools.base);
  const page = await gateway.subscriptions.start(OWN, {
    ...{ key: key.purchaseId, seller: await readPlatformName(tools.db), price, discount: null, trialDays: 0, platformFeeShare: 0, expiresAt: expires_at },
    returnUrl: webUrl(tools, site, webPath('plan_settings')),
  });
  await notePage(tools.db, key, page.id);
  return page;
}
