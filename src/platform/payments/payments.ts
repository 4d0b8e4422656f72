import { OutageError } from '../outages/outage.ts';
import type { SandboxDesk } from './sandbox-desk.ts';

/** The gateway did not respond, or its response is not one of its protocol. */
export class PaymentsUnavailableError extends OutageError {
  constructor(message: string, options?: { cause?: unknown; retryAfterSeconds?: number | undefined }) {
    super('payments', message, options);
  }
}

/** An amount in minor units of its currency (ISO 4217), whatever units the gateway itself counts in. */
export interface Money {
  amount: number;
  currency: string;
}

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

/** A system that takes payments for sellers, who each have an account there. Every call has a deadline. */
export interface Payments {
  readonly gateway: 'stripe' | 'sandbox';
  /** Whether real money moves. */
  readonly livemode: boolean;
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
}
