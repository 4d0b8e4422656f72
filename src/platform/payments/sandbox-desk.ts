/** How a seller leaves the questions of the sandbox gateway. */
export const ONBOARDING_OUTCOMES = ['active', 'requirements_due', 'payouts_disabled', 'rejected', 'unfinished'] as const;
export type OnboardingOutcome = (typeof ONBOARDING_OUTCOMES)[number];

export interface Onboarding {
  /** The name of the seller. */
  name: string;
  /** Where the seller came from. */
  returnUrl: string;
}

/** What people do at the sandbox gateway itself, on pages that stand for those of a real gateway. */
export interface SandboxDesk {
  /** Returns null if the link does not exist or is over. */
  readOnboarding(link: string): Promise<Onboarding | null>;
  /** Answers the questions about a seller. Returns null if the link does not exist or is over. */
  answerOnboarding(link: string, outcome: OnboardingOutcome): Promise<Onboarding | null>;
}
