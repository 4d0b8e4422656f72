import type { Money } from './money.ts';
import type { GatewayTax, RecurringTax } from './taxes.ts';

/** The account that is paid: that of a seller, or null for the platform's own. */
export type PaidAccount = string | null;

export const BILLING_INTERVALS = ['month', 'year'] as const;

/** The price of each period. */
export interface RecurringPrice extends Money {
  title: string;
  interval: (typeof BILLING_INTERVALS)[number];
}

/** A discount on the next payments for whole periods. */
export interface RecurringDiscount {
  /** Name of the discount on the pages of the gateway. */
  name: string;
  /** Discount on each payment, in minor units of the price: at most the whole price. */
  amount: number;
  /** Number of payments that are reduced; null means all. */
  payments: number | null;
}

/** The subscription that a subscriber is asked to agree to. */
export interface SubscriptionRequest {
  /** Identifies the request: repeated calls with the same key return the same page. */
  key: string;
  /** The name of the seller. */
  seller: string;
  price: RecurringPrice;
  /** Discount on the price at first, or forever. */
  discount: RecurringDiscount | null;
  /** How the gateway computes the tax of each payment from the address that the subscriber enters at the gateway. If omitted, it computes none. */
  tax?: RecurringTax | null;
  /** Number of days for which nothing is to be paid. 0 means that the first period is paid at once. */
  trialDays: number;
  /** The platform's share of each payment, in hundredths of a percent. */
  platformFeeShare: number;
  /** Time at which the page ends, in RFC 3339: from 30 minutes to 24 hours from now. */
  expiresAt: string;
  /** URL to which the page leads back, whether or not somebody has subscribed. */
  returnUrl: string;
}

/** A page of the gateway on which somebody subscribes, as the gateway sees it. */
export interface SubscriptionPage {
  id: string;
  /** URL of the page, as long as it can be used. */
  url: string | null;
  state: 'open' | 'complete' | 'expired';
  /** The subscription, once the page is complete. */
  subscriptionId: string | null;
}

/**
 * The reason why a payment failed. `authentication_required` means that the bank asks its customer to confirm the payment (Strong Customer Authentication),
 * after which the same card pays. `declined` means any other reason, which another card or a later attempt may overcome.
 */
export type PaymentError = 'declined' | 'authentication_required';

/** A subscription as the gateway sees it. The gateway renews it, and charges each period at its beginning. All times are in RFC 3339. */
export interface GatewaySubscription {
  id: string;
  /** `past_due`: a payment has failed, and can be made on the page. `ended`: nothing more is charged, unless somebody pays an open invoice on the page. */
  state: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'ended';
  price: Omit<RecurringPrice, 'title'>;
  /** Start of the current period, whether or not it is paid. The period of a trial ends with the trial. */
  periodStart: string;
  periodEnd: string;
  trialEndsAt: string | null;
  cancelsAtPeriodEnd: boolean;
  endedAt: string | null;
  /** Reason why the payment has failed; null unless the state is `past_due`. */
  paymentError: PaymentError | null;
  /** URL of the page on which the subscriber makes a failed payment, authenticates it, or uses another card. Null if nothing is open. */
  payUrl: string | null;
}

/** A payment for a subscription: of nothing if a discount or a credit covers the price of a period. Periods without a price, such as trials, are left out. */
export interface SubscriptionPayment {
  /** ID of the gateway's invoice. Each invoice is paid once. */
  id: string;
  /** `period` means the payment for a whole period; `change`, the difference for the rest of one. */
  reason: 'period' | 'change';
  total: Money;
  /** Amount of the discount, in the same units. */
  discount: number;
  /** Amount that was paid from the customer's credit at the gateway, in the same units. It is not part of the total. */
  credit: number;
  /** The part of the total and the credit that is tax computed by the gateway, in the same units; null if it has computed none. */
  tax: number | null;
  /** The part of the total that went to the platform, in the same units. */
  platformFee: number;
  periodStart: string;
  periodEnd: string;
  paidAt: string;
  /** ID of the payment, whose refunds and disputes `readReversals` returns. Null if the gateway has none, as when a credit covers everything. */
  paymentId: string | null;
}

/** A part of the immediate cost of a change. Credits are negative. */
export interface ChangeLine {
  kind: 'credit' | 'charge';
  amount: number;
  from: string;
  until: string;
}

/** A change of the price. */
export interface PriceChange {
  /** Identifies the change: repeated calls with the same key change the price once. */
  key: string;
  price: RecurringPrice;
  /** How the gateway computes the tax from then on, as when the subscription began. */
  tax?: RecurringTax | null;
  /**
   * Time of the change. With `now`, the rest of the period is credited at the old price and charged at the new one, by seconds, and paid at once; if it cannot
   * be paid, nothing changes. Periods keep their days unless the interval changes, which begins a new period. With `period_end`, the next period has the new
   * price, which must have the same interval. During a trial, both only change the price.
   */
  when: 'now' | 'period_end';
  /** Discount on payments for later periods. Null ends the previous discount. */
  discount: RecurringDiscount | null;
  /** Whether the change makes a subscription continue that was to end with its period. */
  resumes?: boolean;
}

/**
 * Subscriptions that the gateway renews by itself. It sends notifications of events (`GatewayNotification.objectId` is the page, or the subscription), and can
 * always be asked. Every call has a deadline, and throws PaymentsUnavailableError.
 */
export interface SubscriptionGateway {
  start(account: PaidAccount, request: SubscriptionRequest): Promise<SubscriptionPage>;
  readPage(account: PaidAccount, id: string): Promise<SubscriptionPage>;
  /**
   * Finds the page of a request whose outcome remained unclear.
   * @param since the earliest time at which the request was made, in RFC 3339
   */
  findPage(account: PaidAccount, key: string, since: string): Promise<SubscriptionPage | null>;
  /** Ends the page unless it was used. The caller reads the outcome. */
  expirePage(account: PaidAccount, id: string): Promise<void>;
  read(account: PaidAccount, id: string): Promise<GatewaySubscription>;
  /** Reads the payments, oldest first. */
  listPayments(account: PaidAccount, id: string): Promise<SubscriptionPayment[]>;
  /** Reads the taxes that the gateway has computed for a payment. */
  readTaxes(account: PaidAccount, id: string): Promise<GatewayTax[]>;
  /** Reads the identifier of the card or bank account that has made a payment. Null if the gateway does not say. */
  readInstrument(account: PaidAccount, paymentId: string): Promise<string | null>;
  /**
   * Computes the cost of an immediate change, without a tax that the gateway adds.
   * @param paid the price at which the period was paid, if the price has been changed since for the next one
   */
  previewChange(account: PaidAccount, id: string, price: RecurringPrice, paid?: RecurringPrice): Promise<ChangeLine[]>;
  /** @throws RequestRefusedError if the payment for an immediate change fails */
  changePrice(account: PaidAccount, id: string, change: PriceChange): Promise<GatewaySubscription>;
  /** Ends the subscription with its period, or lets it continue. */
  setCancelsAtPeriodEnd(account: PaidAccount, id: string, cancels: boolean): Promise<GatewaySubscription>;
  /** Ends the subscription at once. Paid amounts remain paid, and overdue ones can no longer be paid. Repeating the call changes nothing. */
  end(account: PaidAccount, id: string): Promise<GatewaySubscription>;
}
