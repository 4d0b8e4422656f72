import type { TaxBehavior } from './taxes.ts';

/** The outcomes with which a seller leaves the questions of the sandbox gateway. */
export const ONBOARDING_OUTCOMES = ['active', 'requirements_due', 'payouts_disabled', 'rejected', 'unfinished'] as const;
export type OnboardingOutcome = (typeof ONBOARDING_OUTCOMES)[number];

export interface Onboarding {
  /** The name of the seller. */
  name: string;
  /** URL of the page that the seller came from. */
  returnUrl: string;
}

/**
 * A step that a person can take on the payment page: pay, confirm a payment as the bank asks, pay by a method that takes days, and let the money of that
 * method arrive or not.
 */
export type CheckoutStep = 'pay' | 'confirm' | 'pay_later' | 'arrive' | 'bounce';

/** Whether the card of a subscriber pays. `authenticates` means only if the subscriber confirms each payment. */
export type SandboxCard = 'works' | 'fails' | 'authenticates';

export interface SandboxPage {
  title: string;
  seller: string;
  total: { amount: number; currency: string };
  /** How the tax of the buyer's country is computed; null if none is. */
  tax: TaxBehavior | null;
  /** Whether the page asks for the country of the buyer. */
  asksCountry: boolean;
  takesDelayed: boolean;
  /** Whether the bank has asked for a confirmation. */
  asksToConfirm: boolean;
  state: 'open' | 'processing' | 'paid' | 'failed' | 'expired';
  returnUrl: string;
}

/** The actions of people at the sandbox gateway itself, on pages that stand in for those of a real gateway. */
export interface SandboxDesk {
  /** Returns null if the link does not exist or is over. */
  readOnboarding(link: string): Promise<Onboarding | null>;
  /** Answers the questions about a seller. Returns null if the link does not exist or is over. */
  answerOnboarding(link: string, outcome: OnboardingOutcome): Promise<Onboarding | null>;
  /** Returns null if the session does not exist. */
  readCheckout(session: string): Promise<SandboxPage | null>;
  /**
   * Returns whether the step was possible.
   * @param country the country of the buyer, if the page asks for it
   */
  stepCheckout(session: string, step: CheckoutStep, country?: string): Promise<boolean>;
  /** Decides whether the card of a subscription pays from now on. */
  setCard(subscription: string, card: SandboxCard): Promise<void>;
  /** Moves the times of a subscription into the past. The steps that become due are taken when somebody reads it. */
  ageSubscription(subscription: string, ms: number): Promise<void>;
  /**
   * Pays a payment back, whole or in part, as its seller does at the gateway itself.
   * @param amount by default all that is left
   * @returns whether that much is left
   */
  refundPayment(payment: string, amount?: number): Promise<boolean>;
  /** Has the buyer dispute what is left of a payment at their bank, or the bank decide. Returns whether that was possible: a payment is disputed once. */
  disputePayment(payment: string, state: 'open' | 'won' | 'lost'): Promise<boolean>;
}
