import type { Expression } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { chargeFaultOf } from '../../../platform/payments/charges.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveEnrollments } from '../../learning/access/live-enrollments.ts';
import { enrollmentState, isOver } from '../../learning/access/state.ts';
import { platformFeeRate } from '../../organisations/plans/plans.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { priceCurrency } from '../../studio/courses/price.ts';
import { requireConsent, saleTerms } from '../consent/sale-terms.ts';
import { type Discount, quoteCoupon } from '../coupons/apply-coupon.ts';
import { couponRefused } from '../coupons/refusal.ts';
import { type Business, isReverseCharge, payable } from '../invoices/reverse-charge.ts';
import { type TaxLine, type TaxRate, taxLinesOf, taxRateOf } from '../invoices/tax.ts';
import { givesCodes } from './columns.ts';
import { type Buyer, isGuest } from './guests.ts';
import { platformFeeOf } from './platform-fee.ts';

/** The purchase that a buyer asks for. */
export interface Wish {
  courseId: string;
  /** The coupon code in the form in which codes are compared; null if the buyer has none. */
  couponCode: string | null;
  quantity: number;
  /** Whether the buyer wants codes to pass on, even for one place. */
  is_gift: boolean;
  /** The consent that the buyer gives. */
  consent: Shape<'ConsentWrite'> | undefined;
  /** The business for which the buyer buys, if any. */
  business: Business | null;
}

/** The current price of a course and the terms of its sale. */
export interface Offer {
  title: string;
  price: number;
  currency: string;
  tax: TaxRate | null;
  /** Whether the price contains the tax. Otherwise, the tax is added. */
  pricesIncludeTax: boolean;
  /** Whether the buyer owes the tax, and pays the price without it. */
  reverseCharge: boolean;
  /** Whether the gateway computes the tax when the buyer pays. */
  gatewayTax: boolean;
  /** Whether the seller takes payments that arrive days later. */
  takesDelayed: boolean;
  /** The version of the texts that the buyer consents to; null if the seller requires no consent. */
  termsVersion: number | null;
  /** The platform's fee on each sale, in hundredths of a percent. */
  platformFeeRate: number;
}

/** The terms that an order freezes. All amounts are in minor units of the currency. */
export interface Terms {
  title: string;
  currency: string;
  quantity: number;
  is_gift: boolean;
  subtotal: number;
  coupon: Discount | null;
  total: number;
  tax_lines: TaxLine[];
  pricesIncludeTax: boolean;
  reverseCharge: boolean;
  gatewayTax: boolean;
  business: Business | null;
  takesDelayed: boolean;
  termsVersion: number | null;
  /** The platform's fee on the total. */
  platformFee: number;
}

/**
 * Reads the offer of a course to the caller. Callers who have access can still buy places for others.
 * @throws NotFoundError
 * @throws ValidationError if the buyer does not consent to what the seller asks for
 * @throws DomainError enrollment_closed, already_enrolled, nothing_to_pay
 */
export async function readOffer(db: Executor, buyer: Buyer, wish: Wish, now: string): Promise<Offer> {
  const { courseId } = wish;
  const course = await liveCourses(db, buyer.organisationId)
    .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
    .leftJoin('seller_details as seller', 'seller.organisation_id', 'courses.organisation_id')
    .where('courses.id', '=', courseId)
    .select(['courses.title', 'courses.status', 'courses.visibility', 'courses.price_amount as price', priceCurrency.as('currency')])
    .select([
      'seller.tax_label',
      'seller.tax_rate',
      'seller.prices_include_tax',
      'seller.gateway_tax',
      'seller.country',
      'seller.vat_id',
      'seller.takes_delayed_payments',
    ])
    .select([saleTerms(db, buyer.organisationId).as('sale_terms'), platformFeeRate(db, buyer.organisationId).as('platform_fee_rate')])
    .$if(db.isTransaction, (query) => query.forKeyShare('courses'))
    .executeTakeFirstOrThrow(() => new NotFoundError());
  if (course.status !== 'published' || course.visibility === 'private') throw new DomainError('enrollment_closed', 'The course is not open for enrolment.');
  if (!givesCodes(wish) && !isGuest(buyer)) await requireNoAccess(db, buyer, courseId, now);
  const { title, price, currency } = course;
  if (!price) throw new DomainError('nothing_to_pay', 'The course is free.');
  const termsVersion = requireConsent(course.sale_terms, wish.consent);
  const reverseCharge = isReverseCharge(course, wish.business);
  const gatewayTax = course.gateway_tax === true && !reverseCharge;
  return {
    ...{ title, price, currency, tax: gatewayTax ? null : taxRateOf(course), gatewayTax, pricesIncludeTax: course.prices_include_tax ?? true, reverseCharge },
    ...{ takesDelayed: course.takes_delayed_payments ?? true, termsVersion, platformFeeRate: course.platform_fee_rate },
  };
}

/** @throws DomainError already_enrolled */
export async function requireNoAccess(db: Executor, { organisationId, actorId }: Caller, courseId: string, now: string): Promise<void> {
  const owned = await liveEnrollments(db, organisationId)
    .where('enrollments.course_id', '=', courseId)
    .where('enrollments.user_id', '=', actorId)
    .where('enrollments.source', '<>', 'preview')
    .select(enrollmentState(now).as('state'))
    .executeTakeFirst();
  if (owned && !isOver(owned.state)) throw new DomainError('already_enrolled', 'You already have access to the course.');
}

/** Returns the subtotal of an order from a sum of prices. A tax that the prices do not contain is added only after the discount. */
export const subtotalOf = (offer: Pick<Offer, 'tax' | 'pricesIncludeTax' | 'reverseCharge' | 'currency'>, prices: number): number =>
  offer.pricesIncludeTax ? payable(prices, offer, offer.currency) : prices;

/**
 * Returns the terms that an order of the offer would freeze. A coupon reduces the price of one place, so that each of its uses is worth the same.
 * @param own the ID of the order that the buyer has begun and would resume or give up
 * @throws ValidationError if the coupon gives no discount
 * @throws DomainError amount_too_small, amount_too_large
 */
export async function termsOf(
  { db, keyring }: Pick<Tools, 'db' | 'keyring'>,
  buyer: Buyer,
  { courseId, couponCode: code, quantity, is_gift, business }: Wish,
  offer: Offer,
  now: string,
  own: Expression<string | null>,
): Promise<Terms> {
  const { title, price, currency, tax, pricesIncludeTax, reverseCharge, gatewayTax, takesDelayed, termsVersion } = offer;
  const coupon = code === null ? null : await findDiscount();
  const subtotal = subtotalOf(offer, price * quantity);
  const reduced = price * quantity - (coupon?.discount ?? 0);
  const total = payable(reduced, offer, currency);
  const fault = total > 0 ? chargeFaultOf(total, currency) : null;
  if (fault === 'amount_too_large') throw new DomainError('amount_too_large', 'The gateway cannot charge this amount in a single payment.');
  if (fault !== null) throw new DomainError('amount_too_small', 'The gateway cannot charge this amount.');
  const platformFee = platformFeeOf(total, offer.platformFeeRate, currency);
  return {
    ...{
      title,
      currency,
      quantity,
      is_gift,
      subtotal,
      coupon,
      total,
      tax_lines: taxLines(),
      pricesIncludeTax,
      reverseCharge,
      gatewayTax: gatewayTax && total > 0,
      business,
    },
    ...{ takesDelayed, termsVersion, platformFee },
  };

  function taxLines(): TaxLine[] {
    if (reverseCharge || tax === null) return [];
    return pricesIncludeTax ? taxLinesOf(total, tax) : [{ ...tax, amount: total - reduced }];
  }

  async function findDiscount(): Promise<Discount> {
    const email = isGuest(buyer) ? null : (await db.selectFrom('users').select('email').where('id', '=', buyer.actorId).executeTakeFirstOrThrow()).email;
    const asked = { code: code as string, email, item: { courseId, amount: price, currency }, own };
    const quote = await quoteCoupon({ db, keyring }, buyer.organisationId, asked, now);
    if ('refusal' in quote) throw couponRefused(quote.refusal);
    return quote;
  }
}
