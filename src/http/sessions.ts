import { promisify } from 'node:util';
import type { RequestHandler } from 'express';
import session, { type Store } from 'express-session';
import type { SignIn, SignInMethod } from '../domain/accounts/sign-in.ts';
import type { Shape } from '../domain/contract.ts';
import type { PendingSignIn } from '../platform/identity/identity-providers.ts';
import type { Exchange } from './exchange.ts';

declare module 'express-session' {
  interface SessionData {
    userId: string;
    /** `second_factor`: the password was right, the second factor is still to come. */
    stage: 'signed_in' | 'second_factor';
    epoch: number;
    /** Milliseconds since 1970. */
    startedAt: number;
    seenAt: number;
    /** The organisation used last. */
    organisationId?: string;
    /** What can finish a sign-in that waits for its second factor. */
    methods: SignInMethod[];
    /** A sign-in with a provider that was begun in this browser. */
    providerSignIn: { pending: PendingSignIn; begunAt: number };
  }
}

const HOUR_MS = 3600_000;
/** Unused for so long, a session is over. */
const IDLE_MS = 14 * 24 * HOUR_MS;
/** However much it is used, a session is over after so long. */
const ABSOLUTE_MS = 60 * 24 * HOUR_MS;
/** How long a second factor may take. */
const SECOND_FACTOR_MS = 10 * 60_000;
/** How long a sign-in with a provider may take. */
const PROVIDER_SIGN_IN_MS = 10 * 60_000;
/** Use is noted this often, so that most requests write nothing. */
const SEEN_EVERY_MS = 5 * 60_000;

/** express-session with the cookie of architecture: HttpOnly, SameSite=Lax, and `__Host-` with Secure where TLS ends in front. */
export function sessionMiddleware(store: Store, secret: string, secure: boolean): RequestHandler {
  return session({
    store,
    secret,
    name: secure ? '__Host-lms_session' : 'lms_session',
    resave: false,
    saveUninitialized: false,
    proxy: secure,
    cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: ABSOLUTE_MS },
  });
}

/** Loads the session of the request's cookie, if it is a good one. */
export const loadSession = (middleware: RequestHandler, { req, res }: Exchange): Promise<void> =>
  new Promise((resolve, reject) => void middleware(req, res, (error?: unknown) => (error ? reject(error as Error) : resolve())));

/** What operations do with the browser's session. Every change of privilege is under a new id, so that an old one is worth nothing. */
export class BrowserSession {
  readonly #exchange: Exchange;
  readonly #now: () => number;

  constructor(exchange: Exchange, now: () => number) {
    this.#exchange = exchange;
    this.#now = now;
  }

  /** After a first factor: signed in, or half where a second is needed. */
  async begin({ userId, epoch, methods }: SignIn): Promise<Shape<'SignInResult'>> {
    await this.start(userId, epoch, methods.length ? 'second_factor' : 'signed_in', methods);
    return { status: methods.length ? 'second_factor_required' : 'signed_in', methods };
  }

  async start(userId: string, epoch: number, stage: 'signed_in' | 'second_factor', methods: SignInMethod[] = []): Promise<void> {
    const { req } = this.#exchange;
    const { organisationId } = req.session;
    await promisify(req.session.regenerate.bind(req.session))();
    const now = this.#now();
    Object.assign(req.session, { userId, epoch, stage, methods, startedAt: now, seenAt: now, ...(organisationId ? { organisationId } : {}) });
  }

  /** Goes on under a new id; the time since the sign-in keeps counting. */
  async renew(epoch = this.#exchange.req.session.epoch): Promise<void> {
    const { userId, stage, startedAt } = this.#exchange.req.session;
    if (userId === undefined || epoch === undefined || stage === undefined) throw new Error('no session to renew');
    await this.start(userId, epoch, stage);
    if (startedAt !== undefined) this.#exchange.req.session.startedAt = startedAt;
  }

  /** What can finish a sign-in that waits for its second factor. */
  get methods(): readonly SignInMethod[] {
    return this.#exchange.req.session.methods ?? [];
  }

  /** In place of one begun before. A browser that nobody is signed in from is known no longer than the sign-in may take. */
  keepProviderSignIn(pending: PendingSignIn): void {
    const { session } = this.#exchange.req;
    session.providerSignIn = { pending, begunAt: this.#now() };
    if (session.userId === undefined) session.cookie.maxAge = PROVIDER_SIGN_IN_MS;
  }

  /** Gone from the session before it is returned. Null where this browser began none, or too long ago. */
  async takeProviderSignIn(): Promise<PendingSignIn | null> {
    const { session } = this.#exchange.req;
    const kept = session.providerSignIn;
    if (!kept) return null;
    delete session.providerSignIn;
    await promisify(session.save.bind(session))();
    return this.#now() - kept.begunAt > PROVIDER_SIGN_IN_MS ? null : kept.pending;
  }

  async end(): Promise<void> {
    await promisify(this.#exchange.req.session.destroy.bind(this.#exchange.req.session))();
  }

  /** Later requests that name none are for this organisation. */
  choose(organisationId: string): void {
    if (this.#exchange.req.session.organisationId !== organisationId) this.#exchange.req.session.organisationId = organisationId;
  }

  /** Whether the session has outlived its limits; notes that it was used. */
  isOver(): boolean {
    const { stage, startedAt = 0, seenAt = 0 } = this.#exchange.req.session;
    const now = this.#now();
    const limits = stage === 'second_factor' ? SECOND_FACTOR_MS : ABSOLUTE_MS;
    if (now - startedAt > limits || now - seenAt > IDLE_MS) return true;
    if (now - seenAt > SEEN_EVERY_MS) this.#exchange.req.session.seenAt = now;
    return false;
  }
}
