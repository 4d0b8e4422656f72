import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import type { SubscriptionPage, SubscriptionRequest } from '../../../platform/payments/subscriptions.ts';
import type { Caller } from '../../kernel/caller.ts';
import { codeKey } from '../../kernel/code-key.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { requireOwnAccount } from '../../kernel/ownership.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { readSaleTerms, requireConsent } from '../consent/sale-terms.ts';
import { askGateway, openTaxedPage } from '../gateway/ask-gateway.ts';
import { isOf } from '../gateway/is-of.ts';
import { hasPage } from '../gateway/pages.ts';
import { requireAccount } from '../gateway/require-account.ts';
import { type Business, isSameBusiness, requireBusiness } from '../invoices/reverse-charge.ts';
import { asSubscription, gatewayDiscountOf, gatewayTaxOf, readLive, type SubscriptionRow } from './columns.ts';
import { type OfferedPlan, quotePlan, readOffered, readTaxation, type Taxation } from './offer.ts';
import { notePage, openSubscription } from './open-subscription.ts';
import { settleSubscription } from './settle.ts';

export type StartTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments' | 'base' | 'webAppUrl'>;

export interface Started {
  begins: boolean;
  checkout: Shape<'CatalogueCheckout'>;
}

/**
 * Begins a subscription to a plan, resumes the one that the caller has begun if the terms are still the same, or returns the page for an overdue payment.
 * @throws ValidationError if there is no such plan, the coupon gives no discount, the VAT ID is invalid, or a consent is missing
 * @throws DomainError plan_archived, already_subscribed, amount_too_small, payment_processing, payments_not_ready, tax_not_ready, payments_not_configured,
 * payments_unavailable, recovery_required
 */
export async function startSubscription(
  tools: StartTools,
  caller: Caller,
  { plan_id, consent, coupon_code, business: named }: Omit<Shape<'CatalogueCheckoutWrite'>, 'referral_token'>,
): Promise<Started> {
  const couponCode = coupon_code === undefined ? null : codeKey(coupon_code);
  const { db, clock, payments } = tools;
  await requireOwnAccount(db, caller.actorId, caller.organisationId);
  const live = await readLive(db, caller).executeTakeFirst();
  if (live && live.state !== 'incomplete') return askGateway(payments, (gateway) => showOverdue(tools, gateway, caller, live));
  const business = requireBusiness(named);
  const plan = await readOffered(db, caller, plan_id);
  const termsVersion = requireConsent(await readSaleTerms(db, caller.organisationId), consent);
  const taxation = await readTaxation(db, caller.organisationId, business);
  // A purchase that is not possible must leave the begun subscription as it is.
  await quotePlan(tools, caller, plan, { code: couponCode, taxation }, timeOf(clock));
  const wanted = { plan, termsVersion, couponCode, business, taxation };
  return askGateway(payments, async (gateway) => {
    const accountId = await requireAccount(db, gateway, caller);
    const isCurrent = live && isOf(gateway, live) && isSame(live, wanted, clock.now());
    if (live && !isCurrent) await closePage(tools, gateway, caller, live);
    const { row, begins } = isCurrent ? { row: live, begins: false } : await openSubscription(tools, { gateway, accountId, ...wanted }, caller);
    if (row?.state !== 'incomplete' || !isSame(row, wanted, clock.now())) throw processing(row?.id ?? null);
    return { begins, checkout: await showPage(tools, gateway, caller, row) };
  });
}

const processing = (id: string | null) =>
  new DomainError('payment_processing', 'The outcome of the payment is not yet known.', { order_id: null, subscription_id: id });

interface Wanted {
  plan: OfferedPlan;
  termsVersion: number | null;
  couponCode: string | null;
  business: Business | null;
  taxation: Taxation;
}

/** Whether a subscription matches what the caller asks for, and its page still exists or can be created. */
function isSame(
  {
    plan: kept,
    terms_version,
    coupon_code,
    business: named,
    prices_include_tax,
    gateway_tax,
    reverse_charge,
    page_id,
    created_at,
    expires_at,
  }: SubscriptionRow,
  { plan, termsVersion, couponCode, business, taxation }: Wanted,
  nowMs: number,
) {
  if (!hasPage({ created_at, expires_at }, page_id, nowMs)) return false;
  if (prices_include_tax !== taxation.prices_include_tax || gateway_tax !== taxation.gateway_tax) return false;
  if (reverse_charge !== taxation.reverse_charge || !isSameBusiness(named, business)) return false;
  return kept.id === plan.id && kept.version === plan.version && terms_version === termsVersion && coupon_code === couponCode;
}

/** @throws DomainError already_subscribed, payment_processing */
async function showOverdue(tools: StartTools, gateway: Payments, { organisationId }: Caller, live: SubscriptionRow): Promise<Started> {
  const over = new DomainError('already_subscribed', 'You already have a subscription.', { subscription_id: live.id });
  if ((live.state !== 'past_due' && live.state !== 'unpaid') || live.gateway_id === null || !isOf(gateway, live)) throw over;
  const { payUrl } = await gateway.subscriptions.read(live.account_id, live.gateway_id);
  if (payUrl !== null) return { begins: false, checkout: { subscription: asSubscription(live), url: payUrl } };
  // The payment was made in the meantime.
  const row = await settleSubscription(tools, gateway, { organisationId, subscriptionId: live.id });
  throw row?.state === 'active' ? over : processing(live.id);
}

/**
 * Ends a checkout that has expired or does not match what the caller wants now: first its page at the gateway, and then the subscription.
 * @throws DomainError payment_processing
 */
export async function closePage(
  tools: Pick<StartTools, 'db' | 'clock' | 'keyring'>,
  gateway: Payments,
  { organisationId }: Pick<Caller, 'organisationId'>,
  { id, page_id, account_id, ...live }: SubscriptionRow,
): Promise<void> {
  if (page_id !== null && isOf(gateway, live)) await gateway.subscriptions.expirePage(account_id, page_id);
  const row = await settleSubscription(tools, gateway, { organisationId, subscriptionId: id }, { isAbandoned: true });
  // The page was used in the meantime, or another request has just created one.
  if (row && row.state !== 'expired') throw processing(id);
}

/** @throws DomainError payment_processing, tax_not_ready */
async function showPage(tools: StartTools, gateway: Payments, caller: Caller, row: SubscriptionRow): Promise<Shape<'CatalogueCheckout'>> {
  const page = row.page_id === null ? await makePage(tools, gateway, caller, row) : await gateway.subscriptions.readPage(row.account_id, row.page_id);
  // While the gateway made the page, another request may have ended the checkout, because the caller wants something else.
  const current = await readLive(tools.db, caller).executeTakeFirst();
  const isStillOpen = current?.id === row.id && current.state === 'incomplete';
  if (isStillOpen && page.state === 'open' && page.url !== null) return { subscription: asSubscription(current), url: page.url };
  if (!isStillOpen && page.state === 'open') await gateway.subscriptions.expirePage(row.account_id, page.id);
  await settleSubscription(tools, gateway, { organisationId: caller.organisationId, subscriptionId: row.id });
  throw processing(row.id);
}

/**
 * Has the gateway create the page. The subscription's ID is the idempotency key, so that each subscription gets one page. A checkout whose tax the gateway
 * cannot compute ends.
 * @throws DomainError tax_not_ready
 */
async function makePage(tools: StartTools, gateway: Payments, { organisationId }: Caller, row: SubscriptionRow): Promise<SubscriptionPage> {
  const { id, account_id, plan, trial_days, platform_fee_share, expires_at } = row;
  const site = await readSite(tools.db, organisationId, tools.base);
  const request: SubscriptionRequest = {
    key: id,
    seller: site?.name ?? '',
    price: plan,
    discount: gatewayDiscountOf(row),
    tax: gatewayTaxOf(row, row.reverse_charge),
    trialDays: trial_days,
    platformFeeShare: platform_fee_share,
    expiresAt: expires_at,
    returnUrl: webUrl(tools, site, webPath('subscription')),
  };
  const key = { organisationId, subscriptionId: id };
  const page = await openTaxedPage(
    () => gateway.subscriptions.start(account_id, request),
    () => settleSubscription(tools, gateway, key, { isAbandoned: true }),
  );
  await notePage(tools.db, organisationId, id, gateway.gateway, page.id);
  return page;
}
