import { promisify } from 'node:util';
import { parseCookie } from 'cookie';
import { unsign } from 'cookie-signature';
import type { Request, RequestHandler, Response } from 'express';
import session, { type SessionData, type Store } from 'express-session';
import type { FindSession, SessionUser } from '../domain/identity/accounts/session-user.ts';
import type { SignIn, SignInMethod } from '../domain/identity/accounts/sign-in.ts';
import type { Shape } from '../domain/kernel/contract.ts';
import type { NamedOrganisation } from '../domain/organisations/organisations/site.ts';
import type { PendingSignIn } from '../platform/identity/identity-providers.ts';

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

/** What express-session writes before an id that is signed. */
const SIGNED = 's:';
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

/** What is kept of a browser. Nothing where it is not known, or no more. */
type Kept = Readonly<Partial<SessionData>>;

interface Found {
  kept: Kept;
  /** As they are now, with the organisation of the request; undefined where nobody is signed in, or they are gone. */
  user: SessionUser | undefined;
}

const NOTHING = { data: {}, user: undefined };

/** A request and its response, as Express passes them on. */
interface Round {
  req: Request;
  res: Response;
}

/** Where sessions are kept, and the way to read one that is not to be changed. */
export interface SessionKeeping {
  store: Store;
  find: FindSession;
}

/** Sessions by express-session, with the cookie of architecture: HttpOnly, SameSite=Lax, and `__Host-` with Secure where TLS ends in front. */
export class Sessions {
  readonly #find: FindSession;
  readonly #secret: string;
  readonly #cookie: string;
  readonly #middleware: RequestHandler;

  constructor({ store, find }: SessionKeeping, secret: string, secure: boolean) {
    this.#find = find;
    this.#secret = secret;
    this.#cookie = secure ? '__Host-lms_session' : 'lms_session';
    this.#middleware = session({
      store,
      secret,
      name: this.#cookie,
      resave: false,
      saveUninitialized: false,
      proxy: secure,
      cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: ABSOLUTE_MS },
    });
  }

  /** What express-session would find, without its watch over the answer: most requests change nothing, and it costs as much as what they read. */
  async find({ headers }: Request, named: NamedOrganisation): Promise<Found> {
    const value = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[this.#cookie];
    const id = value?.startsWith(SIGNED) && unsign(value.slice(SIGNED.length), this.#secret);
    const { data, user } = (id && (await this.#find(id, named))) || NOTHING;
    return { kept: data as Kept, user };
  }

  /** Gives the request its session to change, read anew. Changes are saved with the answer. */
  open({ req, res }: Round): Promise<void> {
    return new Promise((resolve, reject) => void this.#middleware(req, res, (error?: unknown) => (error ? reject(error as Error) : resolve())));
  }
}

/** What operations do with the browser's session. Every change of privilege is under a new id, so that an old one is worth nothing. */
export class BrowserSession {
  readonly #sessions: Sessions;
  readonly #round: Round;
  readonly #now: () => number;
  /** As it was when the request came. */
  readonly kept: Kept;
  /** As they are now; whether the session is still good for them is another question. */
  readonly user: SessionUser | undefined;

  private constructor(sessions: Sessions, round: Round, { kept, user }: Found, now: () => number) {
    this.#sessions = sessions;
    this.#round = round;
    this.kept = kept;
    this.user = user;
    this.#now = now;
  }

  /** That of the request's cookie, if it is a good one. */
  static async of(sessions: Sessions, round: Round, named: NamedOrganisation, now: () => number): Promise<BrowserSession> {
    return new BrowserSession(sessions, round, await sessions.find(round.req, named), now);
  }

  /** After a first factor: signed in, or half where a second is needed. */
  async begin({ userId, epoch, methods }: SignIn): Promise<Shape<'SignInResult'>> {
    await this.start(userId, epoch, methods.length ? 'second_factor' : 'signed_in', methods);
    return { status: methods.length ? 'second_factor_required' : 'signed_in', methods };
  }

  async start(userId: string, epoch: number, stage: 'signed_in' | 'second_factor', methods: SignInMethod[] = []): Promise<void> {
    const { organisationId } = this.kept;
    const old = await this.#open();
    await promisify(old.regenerate.bind(old))();
    const now = this.#now();
    Object.assign(this.#round.req.session, { userId, epoch, stage, methods, startedAt: now, seenAt: now, ...(organisationId ? { organisationId } : {}) });
  }

  /** Goes on under a new id; the time since the sign-in keeps counting. */
  async renew(epoch = this.kept.epoch): Promise<void> {
    const { userId, stage, startedAt } = this.kept;
    if (userId === undefined || epoch === undefined || stage === undefined) throw new Error('no session to renew');
    await this.start(userId, epoch, stage);
    if (startedAt !== undefined) this.#round.req.session.startedAt = startedAt;
  }

  /** What can finish a sign-in that waits for its second factor. */
  get methods(): readonly SignInMethod[] {
    return this.kept.methods ?? [];
  }

  /** In place of one begun before. A browser that nobody is signed in from is known no longer than the sign-in may take. */
  async keepProviderSignIn(pending: PendingSignIn): Promise<void> {
    const session = await this.#open();
    session.providerSignIn = { pending, begunAt: this.#now() };
    if (session.userId === undefined) session.cookie.maxAge = PROVIDER_SIGN_IN_MS;
  }

  /** Gone from the session before it is returned. Null where this browser began none, or too long ago. */
  async takeProviderSignIn(): Promise<PendingSignIn | null> {
    const session = await this.#open();
    const begun = session.providerSignIn;
    if (!begun) return null;
    delete session.providerSignIn;
    await promisify(session.save.bind(session))();
    return this.#now() - begun.begunAt > PROVIDER_SIGN_IN_MS ? null : begun.pending;
  }

  async end(): Promise<void> {
    const session = await this.#open();
    await promisify(session.destroy.bind(session))();
  }

  /** Whether the session has outlived its limits. */
  get isOver(): boolean {
    const { stage, startedAt = 0, seenAt = 0 } = this.kept;
    const now = this.#now();
    return now - startedAt > (stage === 'second_factor' ? SECOND_FACTOR_MS : ABSOLUTE_MS) || now - seenAt > IDLE_MS;
  }

  /** Notes that the session was used, and for which organisation: later requests that name none are for this one. */
  async noteUse(organisationId = this.kept.organisationId): Promise<void> {
    const { userId, seenAt = 0 } = this.kept;
    const now = this.#now();
    if (organisationId === this.kept.organisationId && now - seenAt <= SEEN_EVERY_MS) return;
    const session = await this.#open();
    // One that was ended in the meantime stays so.
    if (session.userId !== userId) return;
    session.seenAt = now;
    if (organisationId !== undefined) session.organisationId = organisationId;
  }

  async #open(): Promise<Request['session']> {
    await this.#sessions.open(this.#round);
    return this.#round.req.session;
  }
}
