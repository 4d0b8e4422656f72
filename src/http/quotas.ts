import { NIL } from 'uuid';
import { quotaTable } from '../../generated/operations.ts';
import { emailKey } from '../domain/kernel/email-key.ts';
import { DomainError, type ErrorCode, ValidationError } from '../domain/kernel/errors.ts';
import type { Executor } from '../platform/database/connect.ts';
import type { Quota, SlidingWindow } from '../platform/limits/sliding-window.ts';
import { networkOf } from './client-network.ts';
import type { OperationRow, QuotaKey } from './contract/operation-row.ts';
import type { Exchange } from './exchange.ts';
import { PROBLEMS, ThrottledProblem } from './problems.ts';
import type { Services } from './services.ts';

const MINUTE = 60;
const HOUR = 3600;

/** Quotas that no single operation declares. The quotas of operations are in the contract (`x-quotas`, `x-quota`). */
const INTERNAL = {
  /** All requests of one user or kiosk (`user`), and those from one IP address without a signed-in user (`address`). */
  user: { limit: 1200, windowSeconds: 5 * MINUTE },
  address: { limit: 600, windowSeconds: 5 * MINUTE },
  /** Messages of the Model Context Protocol with one API key. The operations that they call also count against the limit of the key. */
  mcp_message: { limit: 600, windowSeconds: 5 * MINUTE },
  /** Text messages sent automatically by sign-ins of one user from one IP address. */
  sign_in_text: { limit: 10, windowSeconds: HOUR },
  /** Affiliate links opened from one IP address. They have no operation. */
  referral_link: { limit: 600, windowSeconds: 5 * MINUTE },
  /** Parts of the contract created for one IP address, because they are not cached. They have no operation. */
  contract_part: { limit: 60, windowSeconds: 5 * MINUTE },
  /** Pages of the API reference created for one IP address, for the same reason. There are some fifty for each host. */
  reference_page: { limit: 200, windowSeconds: 5 * MINUTE },
  /** Reports of the player of one package to one learner. */
  package_state: { limit: 120, windowSeconds: MINUTE },
  /** Forms of one user that are stored until they have signed in again. */
  kept_form: { limit: 60, windowSeconds: HOUR },
} as const satisfies Record<string, Quota>;

/** The names of all limits, for the metrics. `key` limits the requests of an API key. */
export const LIMITS: readonly string[] = ['key', ...Object.keys(INTERNAL), ...Object.keys(quotaTable)];

/** Quotas that take the place of the limit on all requests of a user. They count before the body is read. */
const REPLACING: readonly string[] = ['sheet_scan'];

export const hasOwnLimit = ({ quotas }: OperationRow): boolean => quotas.some(({ name }) => REPLACING.includes(name));

/** @throws HttpProblem throttled */
export async function takeInternal(limits: SlidingWindow, name: keyof typeof INTERNAL, key: string): Promise<void> {
  await take(limits, name, INTERNAL[name], key);
}

/** Resets the count of wrong passwords tried with an email address, from all IP addresses together. */
export const forgetGuesses = (limits: SlidingWindow, email: string): Promise<void> => limits.forget(`sign_in_guesses:${emailKey(email)}`);

/** A count of this or an earlier request that may be given back. */
interface Provisional {
  key: string;
  /** Whether the request counts only if it is carried out, instead of only if it fails. */
  isForDone: boolean;
  /** The only field in which a fault is a failure. Null: every error is a failure. */
  field: string | null;
}

/**
 * Counts a valid request against the quotas that its operation declares. Returns the counts for quotas that count only failures, or only requests that
 * were carried out: they are taken before the request, so that parallel requests get no further than sequential ones, and given back afterwards.
 * @throws HttpProblem throttled
 */
export async function takeQuotas({ limits, ports }: Services, row: OperationRow, exchange: Exchange, body: unknown): Promise<Provisional[]> {
  const members = (body ?? {}) as Record<string, unknown>;
  const provisional: Provisional[] = [];
  const account = row.quotas.some(({ by }) => by.includes('known_browser')) ? await accountOf(ports.db, exchange, members) : NO_ACCOUNT;
  for (const { name, by, when, unless, sparesKnownBrowser, givesBack } of row.quotas) {
    if (when !== null && members[when] === undefined) continue;
    if (unless !== null && members[unless] !== undefined && members[unless] !== false) continue;
    // Quotas by user do not count visitors, who have quotas of their own.
    if (row.access === 'visitor' && by.includes('user') && !exchange.user) continue;
    if (by.includes('known_browser') && account.knownBrowser === null) continue;
    const key = by.map((part) => keyPart(part, exchange, members, account)).join(' ');
    const { requires, counts, ...quota }: DeclaredQuota = quotaTable[name as keyof typeof quotaTable];
    if (requires !== null && ports[requires] === null) continue;
    if (givesBack) {
      provisional.push({ key: `${name}:${key}`, field: null, isForDone: false });
      continue;
    }
    const isCounted = sparesKnownBrowser && account.knownBrowser !== null ? await isTaken(limits, name, quota, key) : await take(limits, name, quota, key);
    if (counts !== 'requests' && isCounted) provisional.push({ key: `${name}:${key}`, field: when, isForDone: counts === 'done' });
  }
  return provisional;
}

type DeclaredQuota = Quota & Pick<(typeof quotaTable)[keyof typeof quotaTable], 'requires' | 'counts'>;

/** Carries a request out. Gives back the counts of failures if it succeeds, and the counts of completed requests if it is refused. */
export async function countingOutcome<Result>({ limits }: Services, provisional: readonly Provisional[], work: () => Promise<Result>): Promise<Result> {
  const giveBack = (given: readonly Provisional[]) => Promise.all(given.map(({ key }) => limits.giveBack(key)));
  try {
    const result = await work();
    await giveBack(provisional.filter(({ isForDone }) => !isForDone));
    return result;
  } catch (error) {
    const faults = error instanceof ValidationError ? error.faults : [];
    const isRefused = error instanceof DomainError && PROBLEMS[error.code as ErrorCode].status < 500;
    await giveBack(provisional.filter(({ field, isForDone }) => (isForDone ? isRefused : field !== null && faults.every((fault) => fault.field !== field))));
    throw error;
  }
}

/** The account whose password a request contains. */
interface Account {
  emailKey: string;
  /** The browser's proof of an earlier sign-in to the account. Null if there is none. */
  knownBrowser: string | null;
}

const NO_ACCOUNT: Account = { emailKey: '', knownBrowser: null };

/**
 * Finds the account of the address in the body, or else that of the signed-in user. The steps are the same whether or not there is an account, so that the
 * time that they take reveals nothing.
 */
async function accountOf(db: Executor, { session, user }: Exchange, { email }: Record<string, unknown>): Promise<Account> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'email_key'])
    .$call((query) => (email === undefined ? query.where('id', '=', user?.id ?? NIL) : query.where('email_key', '=', emailKey(String(email)))))
    .executeTakeFirst();
  return { emailKey: found?.email_key ?? '', knownBrowser: session?.knownBrowserOf(found?.id ?? NIL) ?? null };
}

function keyPart(part: QuotaKey, { req, user }: Exchange, members: Record<string, unknown>, account: Account): string {
  if (part === 'address') return networkOf(req.ip);
  if (part === 'user') return user?.id ?? '';
  if (part === 'organisation') return user?.organisation?.id ?? '';
  if (part === 'user.email') return account.emailKey;
  if (part === 'known_browser') return account.knownBrowser ?? '';
  if (part === 'path') return req.path.toLowerCase();
  const text = String(members[part.slice('body.'.length)]);
  return part === 'body.email' ? emailKey(text) : text;
}

const isTaken = async (limits: SlidingWindow, name: string, quota: Quota, key: string): Promise<boolean> =>
  (await limits.take(`${name}:${key}`, quota)).allowed;

async function take(limits: SlidingWindow, name: string, quota: Quota, key: string): Promise<true> {
  const { allowed, resetMs } = await limits.take(`${name}:${key}`, quota);
  if (allowed) return true;
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  throw new ThrottledProblem(name, `Too many requests. Try again in ${seconds} s.`, seconds);
}

/** Gives back the counts of a request that was answered with its earlier response instead of being carried out again. */
export const uncountReplay = ({ limits }: Services, provisional: readonly Provisional[]): Promise<unknown> =>
  Promise.all(provisional.filter(({ isForDone }) => isForDone).map(({ key }) => limits.giveBack(key)));
