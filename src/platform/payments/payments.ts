import { OutageError } from '../outages/outage.ts';
import type { Money } from './money.ts';
import type { SandboxDesk } from './sandbox-desk.ts';
import type { PaidAccount, SubscriptionGateway } from './subscriptions.ts';
import type { GatewayTax, TaxBehavior } from './taxes.ts';

/** The gateway did not respond, or its response is not one of its protocol. */
export class PaymentsUnavailableError extends OutageError {
  constructor(message: string, options?: { cause?: unknown; retryAfterSeconds?: number | undefined }) {
    super('payments', message, options);
  }
}

/** The gateway understood the request and does not do what it asks for, now or later. */
export class RequestRefusedError extends PaymentsUnavailableError {}

/** The gateway cannot compute taxes for the seller, who has not set that up there. */
export class TaxRefusedError extends RequestRefusedError {}

/** The gateway failed. It gives the same answer to the same request for a day, although it may have done what was asked for. */
export class GatewayFaultError extends PaymentsUnavailableError {}

/** The service lacks the permission to use the account, as after its owner has disconnected it, or the object is not there. */
export class AccountGoneError extends PaymentsUnavailableError {}

/** An account at the gateway on which a seller is paid, as the gateway sees it. */
export interface ConnectedAccount {
  /** Whether the seller has answered the questions of the gateway. */
  isSubmitted: boolean;
  isRejected: boolean;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  /** What the gateway still needs, in the gateway's words, such as `external_account`. */
  missing: string[];
  /** When the account is restricted unless that is provided by then. RFC 3339. */
  missingUntil: string | null;
}

export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

export interface Payout extends Money {
  status: (typeof PAYOUT_STATUSES)[number];
  /** When the money arrives, or arrived. RFC 3339. */
  arrivesAt: string;
}

export interface Balance extends Money {
  /** Of what is in the account, the part that can be paid out. The amount itself is not available yet. */
  available: number;
}

/** What a buyer is asked to pay. */
export interface CheckoutRequest {
  /** Identifies the request: repeated calls with the same key return the same session. */
  key: string;
  title: string;
  /** The name of the seller. */
  seller: string;
  /** What the buyer pays, unless the gateway adds a tax. */
  total: Money;
  /** How the gateway computes the tax, from the address that the buyer gives it. Null if it computes none. */
  tax: TaxBehavior | null;
  /** What of the total goes to the platform, in the same units. */
  platformFee: number;
  /** Whether methods are offered whose money arrives days later. */
  takesDelayed: boolean;
  /** When the page ends, in RFC 3339: from 30 minutes to 24 hours from now. */
  expiresAt: string;
  /** Where the page leads back to, whether or not the buyer has paid. */
  returnUrl: string;
}

/** A page of the gateway on which a buyer pays, as the gateway sees it. */
export interface CheckoutSession {
  id: string;
  /** The page, as long as it can be used. */
  url: string | null;
  /** `processing`: the buyer has done their part, and the money is on its way. */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** What the buyer pays, with the tax that the gateway has added. */
  total: Money;
  /** What of it is tax that the gateway has computed. 0 if it was not asked to. */
  tax: number;
  taxes: GatewayTax[];
  /** The payment, once there is one. */
  paymentId: string | null;
  /** When it was paid, in RFC 3339. Null if it is not, or the gateway does not say. */
  paidAt: string | null;
  /** What recognizes the card or bank account that has paid, among all payments into one account. Null if the gateway does not say. */
  instrument: string | null;
}

/** What is paid back of a payment. */
export interface RefundOrder {
  /** Identifies the refund: repeated calls with the same key and attempt return the same one. */
  key: string;
  /** Counts from 1. Another attempt is another request, which makes another refund unless the caller knows that there is none. */
  attempt: number;
  orderId: string;
  paymentId: string;
  money: Money;
  /** What of it the platform gives back of its fee; null if the platform has kept nothing of the payment. */
  platformFee: number | null;
}

/** When something has happened to money that went back. Null if it has not, or the gateway does not say. RFC 3339. */
export interface ReversalTimes {
  /** When the refund was made, or the dispute opened. */
  begunAt: string | null;
  /** When the refund has failed, or the bank has decided. */
  endedAt: string | null;
}

/** A refund as the gateway sees it. */
export interface GatewayRefund extends ReversalTimes {
  id: string;
  /** The key with which it was asked for; null if it was made at the gateway itself. */
  key: string | null;
  /** In minor units of the currency of the payment. */
  amount: number;
  state: 'pending' | 'requires_action' | 'succeeded' | 'failed';
}

/** A payment that its buyer has disputed at their bank. What banks only inquire about is none. */
export interface GatewayDispute extends ReversalTimes {
  id: string;
  amount: number;
  state: 'open' | 'won' | 'lost';
}

/** What has gone back, or is held back, of a payment, oldest first. */
export interface Reversals {
  refunds: GatewayRefund[];
  disputes: GatewayDispute[];
}

/** What the gateway has entered in an account: money of a payment, a refund or a dispute that came or went. */
export interface GatewayEntry {
  id: string;
  /** The key with which the payment was asked for; null if it was made elsewhere. */
  key: string | null;
  paymentId: string | null;
  /** What it is about: the payment, the refund or the dispute. */
  objectId: string;
  /** In the currency of the payment; negative if money went. */
  money: Money;
  /** What the gateway kept for itself, in the currency of the account. Negative if it gave a fee back. */
  fee: Money;
  /** What the gateway kept for the platform, in minor units of the same currency. */
  platformFee: number;
  /** RFC 3339 */
  enteredAt: string;
}

/** What the gateway reports. It says only that something has happened; what is true is read from the gateway. */
export interface GatewayNotification {
  id: string;
  type: string;
  /** The connected account that it is about, if any. */
  accountId: string | null;
  /** The object that it is about; the payment, if it is about a charge, a refund or a dispute. */
  objectId: string | null;
  livemode: boolean;
}

/** A system that takes payments for sellers, who each have an account there. Every call has a deadline. */
export interface Payments {
  readonly gateway: 'stripe' | 'sandbox';
  /** Whether real money moves. */
  readonly livemode: boolean;
  /** The origins of the pages on which people pay, as far as they are known. Those of the sandbox are pages of this service. */
  readonly pageOrigins: readonly string[];
  /** What people use at the sandbox. Null if the gateway is real. */
  readonly sandbox: SandboxDesk | null;
  /**
   * Creates an account. Repeated calls with the same key return the same account.
   * @throws PaymentsUnavailableError
   */
  createAccount(account: { key: string; name: string }): Promise<string>;
  /** Returns null if the account does not exist or the service may not use it any more.
   * @throws PaymentsUnavailableError */
  readAccount(id: string): Promise<ConnectedAccount | null>;
  /** @throws PaymentsUnavailableError */
  readBalance(id: string): Promise<Balance[]>;
  /** Returns the last payouts, newest first.
   * @throws PaymentsUnavailableError */
  listPayouts(id: string, limit: number): Promise<Payout[]>;
  /**
   * Makes a link to the pages on which the seller answers the questions of the gateway. It can be used once and for some minutes.
   * @param returnUrl where the pages lead back to
   * @throws PaymentsUnavailableError
   */
  createOnboardingLink(id: string, returnUrl: string): Promise<{ url: string; expiresAt: string }>;
  readonly subscriptions: SubscriptionGateway;
  /** Makes a page on which a buyer pays into the account.
   * @throws TaxRefusedError
   * @throws PaymentsUnavailableError */
  startCheckout(accountId: PaidAccount, request: CheckoutRequest): Promise<CheckoutSession>;
  /** @throws PaymentsUnavailableError */
  readCheckout(accountId: PaidAccount, id: string): Promise<CheckoutSession>;
  /**
   * Finds the session of a request whose outcome remained unclear.
   * @param since when the request was made at the earliest, in RFC 3339
   * @throws PaymentsUnavailableError
   */
  findCheckout(accountId: PaidAccount, key: string, since: string): Promise<CheckoutSession | null>;
  /** Ends the page unless it was used. The caller reads what became of it.
   * @throws PaymentsUnavailableError */
  expireCheckout(accountId: PaidAccount, id: string): Promise<void>;
  /** Pays a part of a payment back, or all of it.
   * @throws RequestRefusedError
   * @throws GatewayFaultError
   * @throws PaymentsUnavailableError */
  refund(accountId: PaidAccount, refund: RefundOrder): Promise<GatewayRefund>;
  /** @throws PaymentsUnavailableError */
  readReversals(accountId: PaidAccount, paymentId: string): Promise<Reversals>;
  /** Reads what was entered in the account from a time up to another, the last excluded. What is no payment, refund or dispute is left out.
   * @throws PaymentsUnavailableError */
  listEntries(accountId: string, range: { from: string; until: string }): AsyncIterable<GatewayEntry>;
  /** Returns the notification that these bytes are, or null if the gateway did not sign them, or not now. */
  readNotification(body: Buffer, signature: string): GatewayNotification | null;
}
