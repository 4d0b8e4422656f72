import type { Money } from './money.ts';
import type { GatewayTax, RecurringTax } from './taxes.ts';

/** The account that is paid: that of a seller, or null for the platform's own. */
export type PaidAccount = string | null;

export const BILLING_INTERVALS = ['month', 'year'] as const;

/** What is paid for each period. */
export interface RecurringPrice extends Money {
  title: string;
  interval: (typeof BILLING_INTERVALS)[number];
}

/** What is taken off the next payments for whole periods. */
export interface RecurringDiscount {
  /** What it is called on the pages of the gateway. */
  name: string;
  /** What is taken off each payment, in minor units of the price: at most all of it. */
  amount: number;
  /** Off how many payments it is taken; null means off all. */
  payments: number | null;
}

/** What a subscriber is asked to agree to. */
export interface SubscriptionRequest {
  /** Identifies the request: repeated calls with the same key return the same page. */
  key: string;
  /** The name of the seller. */
  seller: string;
  price: RecurringPrice;
  /** What is taken off the price at first, or for ever. */
  discount: RecurringDiscount | null;
  /** How the gateway computes the tax of each payment, from the address that the subscriber gives it. Without it, it computes none. */
  tax?: RecurringTax | null;
  /** For how many days nothing is to be paid. 0 means that the first period is paid at once. */
  trialDays: number;
  /** What of each payment goes to the platform, in hundredths of a percent. */
  platformFeeShare: number;
  /** When the page ends, in RFC 3339: from 30 minutes to 24 hours from now. */
  expiresAt: string;
  /** Where the page leads back to, whether or not somebody has subscribed. */
  returnUrl: string;
}

/** A page of the gateway on which somebody subscribes, as the gateway sees it. */
export interface SubscriptionPage {
  id: string;
  /** The page, as long as it can be used. */
  url: string | null;
  state: 'open' | 'complete' | 'expired';
  /** The subscription, once the page is complete. */
  subscriptionId: string | null;
}

/**
 * Why a payment failed. `authentication_required`: the bank asks its customer to confirm it (Strong Customer Authentication), so that the same card pays once
 * they have. `declined`: for any other reason, which another card or a later attempt may get over.
 */
export type PaymentError = 'declined' | 'authentication_required';

/** A subscription as the gateway sees it. The gateway renews it, and charges each period at its beginning. All times are in RFC 3339. */
export interface GatewaySubscription {
  id: string;
  /** `past_due`: a payment has failed, and can be made on the page. `ended`: nothing is charged any more, unless somebody pays what is open on the page. */
  state: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'ended';
  price: Omit<RecurringPrice, 'title'>;
  /** The current period, whether or not it is paid. That of a trial ends with it. */
  periodStart: string;
  periodEnd: string;
  trialEndsAt: string | null;
  cancelsAtPeriodEnd: boolean;
  endedAt: string | null;
  /** Why the payment has failed; null unless the state is `past_due`. */
  paymentError: PaymentError | null;
  /** The page on which the subscriber makes a payment that has failed, authenticates it, or uses another card. Null if nothing is open. */
  payUrl: string | null;
}

/** What was paid for a subscription: nothing, if a discount or a credit has left nothing of the price of a period. What has no price, such as a trial, is left out. */
export interface SubscriptionPayment {
  /** The gateway's invoice: money of one invoice is paid once. */
  id: string;
  /** `period`: for a whole period. `change`: the difference for the rest of one. */
  reason: 'period' | 'change';
  total: Money;
  /** What a discount has taken off, in the same units. */
  discount: number;
  /** What a credit that the customer had at the gateway has paid, in the same units. It is no part of the total. */
  credit: number;
  /** What of the total and the credit is tax that the gateway has computed, in the same units; null if it has computed none. */
  tax: number | null;
  /** What of the total went to the platform, in the same units. */
  platformFee: number;
  periodStart: string;
  periodEnd: string;
  paidAt: string;
  /** The payment, whose refunds and disputes `readReversals` returns. Null if the gateway knows none, as when a credit has paid it all. */
  paymentId: string | null;
}

/** A part of what a change costs at once. Credits are negative. */
export interface ChangeLine {
  kind: 'credit' | 'charge';
  amount: number;
  from: string;
  until: string;
}

/** A change of what is paid. */
export interface PriceChange {
  /** Identifies the change: repeated calls with the same key change the price once. */
  key: string;
  price: RecurringPrice;
  /** How the gateway computes the tax from then on, as when the subscription began. */
  tax?: RecurringTax | null;
  /**
   * `now`: what is left of the period is credited at the old price and charged at the new one, by seconds, and paid at once; if it cannot be paid, nothing
   * changes. Periods keep their days unless the interval changes, which begins a new period. `period_end`: the next period has the new price, which must
   * have the same interval. During a trial both only change the price.
   */
  when: 'now' | 'period_end';
  /** What is taken off payments for later periods. Null ends what was taken off before. */
  discount: RecurringDiscount | null;
  /** Whether the subscription goes on with the change, if it was to end with its period. */
  resumes?: boolean;
}

/**
 * Subscriptions that the gateway renews by itself. It notifies of what happens (`GatewayNotification.objectId` is the page, or the subscription), and can
 * always be asked. Every call has a deadline, and throws PaymentsUnavailableError.
 */
export interface SubscriptionGateway {
  start(account: PaidAccount, request: SubscriptionRequest): Promise<SubscriptionPage>;
  readPage(account: PaidAccount, id: string): Promise<SubscriptionPage>;
  /**
   * Finds the page of a request whose outcome remained unclear.
   * @param since when the request was made at the earliest, in RFC 3339
   */
  findPage(account: PaidAccount, key: string, since: string): Promise<SubscriptionPage | null>;
  /** Ends the page unless it was used. The caller reads what became of it. */
  expirePage(account: PaidAccount, id: string): Promise<void>;
  read(account: PaidAccount, id: string): Promise<GatewaySubscription>;
  /** Reads what was paid, oldest first. */
  listPayments(account: PaidAccount, id: string): Promise<SubscriptionPayment[]>;
  /** Reads which taxes the gateway has computed for a payment. */
  readTaxes(account: PaidAccount, id: string): Promise<GatewayTax[]>;
  /** Reads what recognizes the card or bank account that has made a payment. Null if the gateway does not say. */
  readInstrument(account: PaidAccount, paymentId: string): Promise<string | null>;
  /**
   * Computes what a change at once would cost now, without a tax that the gateway adds.
   * @param paid the price at which the period was paid, if the price has been changed since for the next one
   */
  previewChange(account: PaidAccount, id: string, price: RecurringPrice, paid?: RecurringPrice): Promise<ChangeLine[]>;
  /** @throws RequestRefusedError if the payment for a change at once fails */
  changePrice(account: PaidAccount, id: string, change: PriceChange): Promise<GatewaySubscription>;
  /** Ends the subscription with its period, or lets it go on. */
  setCancelsAtPeriodEnd(account: PaidAccount, id: string, cancels: boolean): Promise<GatewaySubscription>;
  /** Ends the subscription at once. What was paid stays paid, and what is overdue cannot be paid any more. Repeating the call changes nothing. */
  end(account: PaidAccount, id: string): Promise<GatewaySubscription>;
}
