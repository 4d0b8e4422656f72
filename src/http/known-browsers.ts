import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { Keyring } from '../platform/secrets/keyring.ts';

const DAY_MS = 24 * 3600_000;
const KEPT_DAYS = 180;
/** How many users a browser remembers: those who have signed in last. Classes share computers. */
const MOST_USERS = 20;
const PURPOSE = 'known-browser';

interface Round {
  req: Request;
  res: Response;
}

/** What a browser is remembered by in which an account was made: it has not signed in yet, and nobody may know whether an account was made. */
export const makerOf = (userId: string): string => `made ${userId}`;

/**
 * Tells whether a user has signed in with a browser in the last 180 days, or has made the account there (`makerOf`), by a cookie that outlives sessions. It holds the day and a signature for
 * each user, which reveal nobody and which only the service can make.
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

  /** Returns what the cookie holds for the user, or null. Nobody can forge it: it stands for the browser until the user signs in with it on another day. */
  entryOf({ headers }: Pick<Request, 'headers'>, userId: string, now: number): string | null {
    return this.#entries(headers).find((entry) => this.#isOf(entry, userId, now)) ?? null;
  }

  /** Sends the cookie with the response. */
  remember({ req, res }: Round, userId: string, now: number): void {
    const day = String(Math.floor(now / DAY_MS));
    const own = `${day}.${this.#keyring.sign(PURPOSE, message(day, userId)).toString('base64url')}`;
    const others = this.#entries(req.headers).filter((entry) => !this.#isOf(entry, userId, now));
    const value = [own, ...others].slice(0, MOST_USERS).join('~');
    res.cookie(this.#cookie, value, { httpOnly: true, sameSite: 'lax', secure: this.#secure, path: '/', maxAge: KEPT_DAYS * DAY_MS });
  }

  #entries({ cookie }: Request['headers']): string[] {
    const value = cookie === undefined ? undefined : parseCookie(cookie)[this.#cookie];
    return value ? value.split('~').slice(0, MOST_USERS) : [];
  }

  #isOf(entry: string, userId: string, now: number): boolean {
    const [day = '', signature = ''] = entry.split('.');
    if (!(now / DAY_MS - Number(day) <= KEPT_DAYS + 1)) return false;
    const given = Buffer.from(signature, 'base64url');
    return given.length === 32 && this.#keyring.isSigned(PURPOSE, message(day, userId), given);
  }
}

const message = (day: string, userId: string): Buffer => Buffer.from(`${day} ${userId}`);
