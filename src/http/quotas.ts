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
  /** Codes tried in one half signed-in user, and proofs given by one signed-in user. */
  proof: { limit: 10, windowSeconds: 15 * MINUTE },
  /** Accounts made from one address. */
  signUp: { limit: 20, windowSeconds: HOUR },
  /** Mails of one kind to one address. */
  mail: { limit: 5, windowSeconds: HOUR },
} as const satisfies Record<string, Quota>;

/** Counts an act of someone, and refuses what is over.
 * @throws HttpProblem throttled */
export async function take(limits: SlidingWindow, quota: keyof typeof QUOTAS, who: string): Promise<void> {
  const { allowed, resetMs } = await limits.take(`${quota}:${who}`, QUOTAS[quota]);
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  throw new HttpProblem('throttled', `Too many requests. Try again in ${seconds} s.`, { 'Retry-After': String(seconds) });
}
