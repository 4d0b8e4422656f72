import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { CheckoutRequest, CheckoutSession, Payments } from '../../../platform/payments/payments.ts';
import { codeKey } from '../../kernel/code-key.ts';
import type { Shape } from '../../kernel/contract.ts';
import { requireIds } from '../../kernel/ids.ts';
import { requireOwnAccount } from '../../kernel/ownership.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { askGateway, openTaxedPage } from '../gateway/ask-gateway.ts';
import { isOf } from '../gateway/is-of.ts';
import { hasPage } from '../gateway/pages.ts';
import { requireAccount } from '../gateway/require-account.ts';
import { isSameBusiness, requireBusiness } from '../invoices/reverse-charge.ts';
import { noteSession } from './adopt-session.ts';
import { asOrder } from './columns.ts';
import { type Buyer, isGuest, needsAccount } from './guests.ts';
import { idOfOpen, type OpenOrder, openOrder, processing, readOpen, takeFree } from './open-order.ts';
import { settleOrder } from './settle.ts';
import { type Offer, readOffer, subtotalOf, termsOf, type Wish } from './terms.ts';

type CheckoutTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments' | 'base' | 'webAppUrl'>;

interface Checkout {
  begins: boolean;
  checkout: Shape<'Checkout'>;
}

/**
 * Begins the purchase of a course, or resumes the buyer's open order if the price and the coupon are still the same. The order is stored before the gateway is
 * asked, and the gateway's page afterwards, so that a repeated request, whether concurrent or after an interruption, leads to the same page. An order for which
 * a coupon leaves nothing to pay is completed at once. The response to a guest does not depend on whether the address has an account.
 * @throws NotFoundError
 * @throws ValidationError if the coupon gives no discount, the VAT ID is invalid, or a consent is missing
 * @throws DomainError enrollment_closed, nothing_to_pay, amount_too_small, amount_too_large, already_enrolled, payment_processing, payments_not_ready,
 * learner_limit, tax_not_ready, payments_not_configured, payments_unavailable, recovery_required
 */
export async function startCheckout(
  tools: CheckoutTools,
  buyer: Buyer,
  courseId: string,
  input: Omit<Shape<'CheckoutWrite'>, 'email' | 'referral_token'>,
): Promise<Checkout> {
  requireIds(courseId);
  const { coupon_code, quantity = 1, gift = false, consent } = input;
  const { db, clock, payments } = tools;
  const business = requireBusiness(input.business);
  if (!isGuest(buyer)) await requireOwnAccount(db, buyer.actorId, buyer.organisationId);
  if (isGuest(buyer) && quantity > 1) throw needsAccount('quantity');
  if (isGuest(buyer) && gift) throw needsAccount('gift');
  const wish = { courseId, couponCode: coupon_code === undefined ? null : codeKey(coupon_code), quantity, is_gift: gift, consent, business };
  const now = timeOf(clock);
  const offer = await readOffer(db, buyer, wish, now);
  const open = await readOpen(db, buyer, courseId).executeTakeFirst();
  if (open?.state === 'processing') throw processing(open.id);
  const resumed = open && payments && isOf(payments, open) && isCurrent(open, offer, wish, clock.now()) ? open : null;
  // A purchase that is not possible must leave the open order as it is.
  const terms = resumed ?? (await termsOf(tools, buyer, wish, offer, now, idOfOpen(db, buyer, courseId)));
  if (terms.total === 0) {
    if (isGuest(buyer)) throw needsAccount('coupon_code');
    if (open) await askGateway(payments, (gateway) => closeOrder(tools, gateway, buyer, open));
    const order = await takeFree(tools, buyer, wish);
    if (!order) return startCheckout(tools, buyer, courseId, input);
    return { begins: true, checkout: { order: asOrder(order), url: null } };
  }
  return askGateway(payments, async (gateway) => {
    const accountId = await requireAccount(db, gateway, buyer);
    if (open && !resumed) await closeOrder(tools, gateway, buyer, open);
    const opened = resumed ? { order: resumed, begins: false } : await openOrder(tools, { ...gateway, accountId }, buyer, wish);
    if (!opened) return startCheckout(tools, buyer, courseId, input);
    return { begins: opened.begins, checkout: await showPage(tools, gateway, buyer, opened.order) };
  });
}

/** Whether an order matches what the buyer asks for, and its page still exists or can be created. */
function isCurrent(open: OpenOrder, offer: Offer, { couponCode, quantity, is_gift, business }: Wish, nowMs: number): boolean {
  const { price, currency, takesDelayed, termsVersion, pricesIncludeTax, reverseCharge, gatewayTax } = offer;
  if (!hasPage(open, open.session_id, nowMs)) return false;
  if (open.quantity !== quantity || open.is_gift !== is_gift || open.coupon_code !== couponCode) return false;
  if (open.takes_delayed_payments !== takesDelayed || open.terms_version !== termsVersion) return false;
  if (open.reverse_charge !== reverseCharge || !isSameBusiness(open.business, business)) return false;
  if (open.prices_include_tax !== pricesIncludeTax || open.gateway_tax !== gatewayTax) return false;
  return open.subtotal === subtotalOf(offer, price * quantity) && open.currency === currency;
}

/**
 * Ends an order that has expired or does not match what the buyer wants now: first its page at the gateway, and then the order.
 * @throws DomainError payment_processing
 */
async function closeOrder(tools: CheckoutTools, gateway: Payments, buyer: Buyer, order: OpenOrder): Promise<void> {
  const { id, account_id, session_id } = order;
  if (session_id !== null && isOf(gateway, order)) await gateway.expireCheckout(account_id, session_id);
  const state = await settleOrder(tools, gateway, { organisationId: buyer.organisationId, orderId: id }, { isAbandoned: true });
  // The order was paid in the meantime, or another request has just created a page for it.
  if (state === 'pending' || state === 'processing' || state === 'paid') throw processing(id);
}

/**
 * Returns the page of an order, and has the gateway make it if there is none.
 * @throws DomainError payment_processing, tax_not_ready
 */
async function showPage(tools: CheckoutTools, gateway: Payments, buyer: Buyer, order: OpenOrder): Promise<Shape<'Checkout'>> {
  const session = order.session_id === null ? await openSession(tools, gateway, buyer, order) : await gateway.readCheckout(order.account_id, order.session_id);
  // While the gateway made the page, another request may have ended the order, because the buyer wants something else.
  const current = await readOpen(tools.db, buyer, order.course_id as string).executeTakeFirst();
  const isStillOpen = current?.id === order.id;
  if (isStillOpen && session.state === 'open' && session.url !== null) return { order: asOrder(order), url: session.url };
  if (!isStillOpen) await gateway.expireCheckout(order.account_id, session.id);
  // The page was used, or ended, in the meantime.
  await settleOrder(tools, gateway, { organisationId: buyer.organisationId, orderId: order.id });
  throw processing(order.id);
}

/**
 * Has the gateway create the page of an order. The order's ID is the idempotency key, so that each order gets one page. An order whose tax the gateway cannot
 * compute ends.
 * @throws DomainError tax_not_ready
 */
async function openSession(tools: CheckoutTools, gateway: Payments, buyer: Buyer, order: OpenOrder): Promise<CheckoutSession> {
  const { db } = tools;
  const site = await readSite(db, buyer.organisationId, tools.base);
  const returnUrl = webUrl(tools, site, webPath(isGuest(buyer) ? 'guest_order' : 'order', { order_id: order.id }));
  const request: CheckoutRequest = {
    key: order.id,
    title: order.quantity > 1 ? `${order.quantity} × ${order.course_title}` : order.course_title,
    seller: site?.name ?? '',
    total: { amount: order.total, currency: order.currency },
    tax: order.gateway_tax ? (order.prices_include_tax ? 'inclusive' : 'exclusive') : null,
    platformFee: order.platform_fee,
    takesDelayed: order.takes_delayed_payments,
    expiresAt: order.expires_at,
    returnUrl,
  };
  const key = { organisationId: buyer.organisationId, orderId: order.id };
  const session = await openTaxedPage(
    () => gateway.startCheckout(order.account_id, request),
    () => settleOrder(tools, gateway, key, { isAbandoned: true }),
  );
  await noteSession(db, key, gateway, session.id);
  return session;
}
