import { OutageError } from '../outages/outage.ts';
import type { Money } from './money.ts';
import type { SandboxDesk } from './sandbox-desk.ts';
import type { PaidAccount, SubscriptionGateway } from './subscriptions.ts';
import type { GatewayTax, TaxBehavior } from './taxes.ts';

/** The gateway did not respond, or its response violates the protocol. */
export class PaymentsUnavailableError extends OutageError {
  constructor(message: string, options?: { cause?: unknown; retryAfterSeconds?: number | undefined }) {
    super('payments', message, options);
  }
}

/** The gateway understood the request and refuses it, now and later. */
export class RequestRefusedError extends PaymentsUnavailableError {}

/** The gateway cannot compute taxes for the seller, who has not set that up there. */
export class TaxRefusedError extends RequestRefusedError {}

/** The gateway failed. It gives the same answer to the same request for a day, although it may have done what was asked for. */
export class GatewayFaultError extends PaymentsUnavailableError {}

/** The service lacks the permission to use the account, for example because its owner has disconnected it, or the object does not exist. */
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
  /** Time at which the account is restricted unless `missing` is provided by then. RFC 3339. */
  missingUntil: string | null;
}

export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

export interface Payout extends Money {
  status: (typeof PAYOUT_STATUSES)[number];
  /** Time at which the money arrives, or arrived. RFC 3339. */
  arrivesAt: string;
}

export interface Balance extends Money {
  /** The part of the account's money that can be paid out. The amount itself is not available yet. */
  available: number;
}

/** The payment that a buyer is asked to make. */
export interface CheckoutRequest {
  /** Identifies the request: repeated calls with the same key return the same session. */
  key: string;
  title: string;
  /** The name of the seller. */
  seller: string;
  /** The amount that the buyer pays, unless the gateway adds a tax. */
  total: Money;
  /** How the gateway computes the tax from the address that the buyer enters at the gateway. Null if it computes none. */
  tax: TaxBehavior | null;
  /** The part of the total that goes to the platform, in the same units. */
  platformFee: number;
  /** Whether the buyer is offered methods whose money arrives days later. */
  takesDelayed: boolean;
  /** Time at which the page ends, in RFC 3339: from 30 minutes to 24 hours from now. */
  expiresAt: string;
  /** URL to which the page leads back, whether or not the buyer has paid. */
  returnUrl: string;
}

/** A page of the gateway on which a buyer pays, as the gateway sees it. */
export interface CheckoutSession {
  id: string;
  /** URL of the page, as long as it can be used. */
  url: string | null;
  /** State of the payment. `processing` means that the buyer has done their part, and the money is on its way. */
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  /** The amount that the buyer pays, including the tax that the gateway has added. */
  total: Money;
  /** The part of the total that is tax computed by the gateway. 0 if it was not asked to compute any. */
  tax: number;
  taxes: GatewayTax[];
  /** The payment, once there is one. */
  paymentId: string | null;
  /** Time of the payment, in RFC 3339. Null if nothing was paid, or the gateway does not say. */
  paidAt: string | null;
  /** Identifier of the card or bank account that has paid, the same in all its payments into one account. Null if the gateway does not say. */
  instrument: string | null;
}

/** A refund of a payment, or of a part of it. */
export interface RefundOrder {
  /** Identifies the refund: repeated calls with the same key and attempt return the same one. */
  key: string;
  /** Number of the attempt, from 1. Another attempt is another request and makes another refund, so the caller must know that no earlier one has made any. */
  attempt: number;
  orderId: string;
  paymentId: string;
  money: Money;
  /** The part of its fee that the platform gives back with the refund; null if the platform has kept nothing of the payment. */
  platformFee: number | null;
}

/** Times of a refund or a dispute, in RFC 3339. Null if the event has not happened, or the gateway does not say. */
export interface ReversalTimes {
  /** Time at which the refund was made, or the dispute opened. */
  begunAt: string | null;
  /** Time at which the refund failed, or the bank decided. */
  endedAt: string | null;
}

/** A refund as the gateway sees it. */
export interface GatewayRefund extends ReversalTimes {
  id: string;
  /** The key with which the refund was requested; null if it was made at the gateway itself. */
  key: string | null;
  /** Amount in minor units of the currency of the payment. */
  amount: number;
  state: 'pending' | 'requires_action' | 'succeeded' | 'failed';
}

/** A payment that its buyer has disputed at their bank. A mere inquiry of a bank is not a dispute. */
export interface GatewayDispute extends ReversalTimes {
  id: string;
  amount: number;
  state: 'open' | 'won' | 'lost';
}

/** Money of a payment that has gone back or is held back, oldest first. */
export interface Reversals {
  refunds: GatewayRefund[];
  disputes: GatewayDispute[];
}

/** An entry of the gateway in an account: incoming or outgoing money of a payment, a refund or a dispute. */
export interface GatewayEntry {
  id: string;
  /** The key with which the payment was requested; null if it was made elsewhere. */
  key: string | null;
  paymentId: string | null;
  /** ID of the payment, the refund or the dispute that the entry is about. */
  objectId: string;
  /** Amount in the currency of the payment; negative if it is outgoing. */
  money: Money;
  /** The gateway's own fee, in the currency of the account. Negative if it gave a fee back. */
  fee: Money;
  /** The fee that the gateway kept for the platform, in minor units of the same currency. */
  platformFee: number;
  /** RFC 3339 */
  enteredAt: string;
}

/** A notification of the gateway. It says only that something has happened; the actual state is read from the gateway. */
export interface GatewayNotification {
  id: string;
  type: string;
  /** The connected account that the notification is about, if any. */
  accountId: string | null;
  /** The object that the notification is about; the payment, if it is about a charge, a refund or a dispute. */
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
  /** The part of the sandbox that people use. Null if the gateway is real. */
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
   * Makes a link to the pages on which the seller answers the questions of the gateway. It can be used once, within some minutes.
   * @param returnUrl the URL to which the pages lead back
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
   * @param since the earliest time at which the request was made, in RFC 3339
   * @throws PaymentsUnavailableError
   */
  findCheckout(accountId: PaidAccount, key: string, since: string): Promise<CheckoutSession | null>;
  /** Ends the page unless it was used. The caller reads the outcome.
   * @throws PaymentsUnavailableError */
  expireCheckout(accountId: PaidAccount, id: string): Promise<void>;
  /** Pays a part of a payment back, or all of it.
   * @throws RequestRefusedError
   * @throws GatewayFaultError
   * @throws PaymentsUnavailableError */
  refund(accountId: PaidAccount, refund: RefundOrder): Promise<GatewayRefund>;
  /** @throws PaymentsUnavailableError */
  readReversals(accountId: PaidAccount, paymentId: string): Promise<Reversals>;
  /** Reads the entries of the account from a time up to another, the latter excluded. Only payments, refunds and disputes are included.
   * @throws PaymentsUnavailableError */
  listEntries(accountId: string, range: { from: string; until: string }): AsyncIterable<GatewayEntry>;
  /** Returns the notification in these bytes, or null if the gateway did not sign them, or not at about this time. */
  readNotification(body: Buffer, signature: string): GatewayNotification | null;
}
