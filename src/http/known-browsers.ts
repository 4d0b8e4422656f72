import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { Keyring } from '../platform/secrets/keyring.ts';

const DAY_MS = 24 * 3600_000;
const KEPT_DAYS = 180;
/** Time for which a browser counts as the one in which an account was created. After that, others may use the browser. */
const MAKER_MS = 3600_000;
/** Prefix of the time in the entry of a browser in which an account was created. */
const MADE = 'made-';
/** Number of users that a browser remembers: those who have signed in last. Classes share computers. */
const MOST_USERS = 20;
const PURPOSE = 'known-browser';

interface Round {
  req: Request;
  res: Response;
}

/**
 * Determines whether a user has signed in with a browser in the last 180 days, by a cookie that outlives sessions. The cookie holds the day and a signature
 * for each user, which only the service can create and which do not reveal who the user is. The account that was created there last has an entry of its
 * own, with the time, for an hour: nobody has signed in to it yet, and nobody may learn whether an account was created.
 */
export class KnownBrowsers {
  readonly #keyring: Keyring;
  readonly #secure: boolean;
  readonly #cookie: string;

  constructor(keyring: Keyring, secure: boolean) {
    this.#keyring = keyring;
    this.#secure = secure;
    this.#cookie = secure ? '__Host-lms_browser' : 'lms_browser';
  }

  isKnown(req: Pick<Request, 'headers'>, userId: string, now: number): boolean {
    return this.entryOf(req, userId, now) !== null;
  }

  /** Returns the cookie's entry for the user, or null. It cannot be forged, and identifies the browser until the user signs in with it on another day. */
  entryOf({ headers }: Pick<Request, 'headers'>, userId: string, now: number): string | null {
    return this.#entries(headers).find((entry) => this.#isOf(entry, userId, now)) ?? null;
  }

  /** Sends the cookie with the response. */
  remember(round: Round, userId: string, now: number): void {
    const others = this.#entries(round.req.headers).filter((entry) => !this.#isOf(entry, userId, now));
    this.#send(round, this.#entry(String(Math.floor(now / DAY_MS)), userId), others);
  }

  isMaker({ headers }: Pick<Request, 'headers'>, userId: string, now: number): boolean {
    return this.#entries(headers).some((entry) => {
      const age = now - Number(entry.split('.', 1)[0]?.slice(MADE.length));
      return entry.startsWith(MADE) && age <= MAKER_MS && this.#isSigned(entry, userId);
    });
  }

  /** Sends the cookie with the response. It no longer names any other account as created here. */
  rememberMaker(round: Round, userId: string, now: number): void {
    const others = this.#entries(round.req.headers).filter((entry) => !entry.startsWith(MADE));
    this.#send(round, this.#entry(`${MADE}${now}`, userId), others);
  }

  #entry(stamp: string, userId: string): string {
    return `${stamp}.${this.#keyring.sign(PURPOSE, message(stamp, userId)).toString('base64url')}`;
  }

  #send({ res }: Round, own: string, others: string[]): void {
    const value = [own, ...others].slice(0, MOST_USERS).join('~');
    res.cookie(this.#cookie, value, { httpOnly: true, sameSite: 'lax', secure: this.#secure, path: '/', maxAge: KEPT_DAYS * DAY_MS });
  }

  #entries({ cookie }: Request['headers']): string[] {
    const value = cookie === undefined ? undefined : parseCookie(cookie)[this.#cookie];
    return value ? value.split('~').slice(0, MOST_USERS) : [];
  }

  #isOf(entry: string, userId: string, now: number): boolean {
    return now / DAY_MS - Number(entry.split('.', 1)[0]) <= KEPT_DAYS + 1 && this.#isSigned(entry, userId);
  }

  #isSigned(entry: string, userId: string): boolean {
    const [stamp = '', signature = ''] = entry.split('.');
    const given = Buffer.from(signature, 'base64url');
    return given.length === 32 && this.#keyring.isSigned(PURPOSE, message(stamp, userId), given);
  }
}

/** @param stamp the day, or the time at which an account was created */
const message = (stamp: string, userId: string): Buffer => Buffer.from(`${stamp} ${userId}`);
