import type { Quota, SlidingWindow } from '../platform/limits/sliding-window.ts';
import { HttpProblem } from './problems.ts';

const MINUTE = 60;
const HOUR = 3600;

/** What the session surface allows beside the agent surface's quota of each key. */
export const QUOTAS = {
  /** All requests of one user, and of one address that nobody is signed in from. */
  user: { limit: 1200, windowSeconds: 5 * MINUTE },
  address: { limit: 600, windowSeconds: 5 * MINUTE },
  /** Sign-ins for one account from one address: a stranger elsewhere cannot use up the owner's. */
  signInAccount: { limit: 10, windowSeconds: 5 * MINUTE },
  /** Sign-ins from one address, whichever the accounts. */
  signInAddress: { limit: 50, windowSeconds: 5 * MINUTE },
  /** Proofs given by one signed-in user: passwords and codes asked for again. */
  proof: { limit: 10, windowSeconds: 15 * MINUTE },
  /** Second factors tried for one user from one address: who knows a password cannot keep its owner elsewhere from finishing a sign-in. */
  secondFactor: { limit: 10, windowSeconds: 15 * MINUTE },
  /** Second factors tried for one user from all addresses together. */
  secondFactorUser: { limit: 100, windowSeconds: HOUR },
  /** Accounts made from one address. */
  signUp: { limit: 20, windowSeconds: HOUR },
  /** Data exports asked for by one user. */
  dataExport: { limit: 5, windowSeconds: 24 * HOUR },
  /** Mails of one kind to one address. */
  mail: { limit: 5, windowSeconds: HOUR },
  /** Text messages that sign-ins of one user from one address send by themselves. */
  signInText: { limit: 10, windowSeconds: HOUR },
  /** Codes sent to one number, and asked for from one address. */
  phoneCode: { limit: 5, windowSeconds: HOUR },
  phoneCodeAddress: { limit: 20, windowSeconds: HOUR },
  /** Codes of one number tried from one address. */
  phoneGuess: { limit: 10, windowSeconds: 15 * MINUTE },
  /** Changes of a number that one user starts. */
  phoneChange: { limit: 5, windowSeconds: HOUR },
  /** Credentials cards tried from one address. */
  card: { limit: 20, windowSeconds: HOUR },
  /** Join codes tried by one user, or from one address by who signs up. */
  joinCode: { limit: 20, windowSeconds: HOUR },
  /** Times that one organisation has DNS asked for its domain. */
  domainCheck: { limit: 10, windowSeconds: 10 * MINUTE },
  /** What one organisation has sent to webhook endpoints by asking for it: pings of new ones, and redeliveries. */
  webhook: { limit: 100, windowSeconds: HOUR },
  /** What the language model is asked for by one organisation. */
  ai: { limit: 20, windowSeconds: HOUR },
} as const satisfies Record<string, Quota>;

/** Counts an act of someone, and refuses what is over.
 * @throws HttpProblem throttled */
export async function take(limits: SlidingWindow, quota: keyof typeof QUOTAS, who: string): Promise<void> {
  const { allowed, resetMs } = await limits.take(`${quota}:${who}`, QUOTAS[quota]);
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  throw new HttpProblem('throttled', `Too many requests. Try again in ${seconds} s.`, { 'Retry-After': String(seconds) });
}
