import { promisify } from 'node:util';
import { parseCookie } from 'cookie';
import { unsign } from 'cookie-signature';
import type { Request, RequestHandler, Response } from 'express';
import session, { type SessionData, type Store } from 'express-session';
import type { Proof } from '../domain/identity/accounts/reauthentication.ts';
import type { FindSession, SessionUser } from '../domain/identity/accounts/session-user.ts';
import type { SignIn, SignInMethod } from '../domain/identity/accounts/sign-in.ts';
import type { Shape } from '../domain/kernel/contract.ts';
import type { NamedOrganisation } from '../domain/organisations/organisations/site.ts';
import type { PendingSignIn } from '../platform/identity/identity-providers.ts';
import type { PerKey } from '../platform/secrets/keyring.ts';

declare module 'express-session' {
  interface SessionData {
    userId: string;
    /** `second_factor`: the first factor was correct, and the second is still required. */
    stage: 'signed_in' | 'second_factor';
    epoch: number;
    /** Milliseconds since 1970. */
    startedAt: number;
    seenAt: number;
    /** The organisation used last. */
    organisationId?: string;
    /** Methods that can complete a sign-in that is waiting for its second factor. */
    methods: SignInMethod[];
    /** A sign-in with a provider that was started in this browser. */
    providerSignIn: { pending: PendingSignIn; begunAt: number };
    proof: Proof;
  }
}

/** Prefix of signed session ids in the cookie of express-session. */
const SIGNED = 's:';
const HOUR_MS = 3600_000;
/** A session ends when it is unused for this long. */
const IDLE_MS = 14 * 24 * HOUR_MS;
/** A session ends after this time, however much it is used. */
const ABSOLUTE_MS = 60 * 24 * HOUR_MS;
/** Time limit for submitting the second factor. */
const SECOND_FACTOR_MS = 10 * 60_000;
/** Time limit for a sign-in with a provider. */
const PROVIDER_SIGN_IN_MS = 10 * 60_000;
/** The use of a session is recorded at most this often, so that most requests write nothing. */
const SEEN_EVERY_MS = 5 * 60_000;

/** The stored session data of a browser. Empty if the browser has no session, or no longer has one. */
type Kept = Readonly<Partial<SessionData>>;

interface Found {
  kept: Kept;
  /** The user's current state, with the organisation of the request. Undefined if nobody is signed in or the user no longer exists. */
  user: SessionUser | undefined;
}

const NOTHING = { data: {}, user: undefined };

/** A request and its response, as Express passes them on. */
interface Round {
  req: Request;
  res: Response;
}

/** The session store, and a function that reads a session that will not be changed. */
export interface SessionKeeping {
  store: Store;
  find: FindSession;
}

/** Sessions based on express-session. The cookie is HttpOnly and SameSite=Lax. If TLS ends in front, it is also Secure and named `__Host-...`. */
export class Sessions {
  readonly #find: FindSession;
  readonly #secrets: PerKey<string>;
  readonly #cookie: string;
  readonly #middleware: RequestHandler;

  /** @param secrets the first signs cookies; a cookie signed with any of them is valid */
  constructor({ store, find }: SessionKeeping, secrets: PerKey<string>, secure: boolean) {
    this.#find = find;
    this.#secrets = secrets;
    this.#cookie = secure ? '__Host-lms_session' : 'lms_session';
    this.#middleware = session({
      store,
      secret: [...secrets],
      name: this.#cookie,
      resave: false,
      saveUninitialized: false,
      cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: ABSOLUTE_MS },
    });
  }

  /**
   * Finds the session that express-session would find, but without its hooks on the response. Most requests change nothing in the session, and the
   * hooks cost as much as everything those requests read.
   */
  async find({ headers, session: opened }: Partial<Request> & Pick<Request, 'headers'>, named: NamedOrganisation): Promise<Found> {
    const value = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[this.#cookie];
    // A page that calls several operations for one request finds the session under the id that the first of them has given it.
    const id = opened?.id ?? (value?.startsWith(SIGNED) && this.#unsign(value.slice(SIGNED.length)));
    const { data, user } = (id && (await this.#find(id, named))) || NOTHING;
    return { kept: data as Kept, user };
  }

  #unsign(signed: string): string | false {
    for (const secret of this.#secrets) {
      const id = unsign(signed, secret);
      if (id !== false) return id;
    }
    return false;
  }

  /** Loads the request's session again, so that it can be changed. Changes are saved with the response. */
  open({ req, res }: Round): Promise<void> {
    return new Promise((resolve, reject) => void this.#middleware(req, res, (error?: unknown) => (error ? reject(error as Error) : resolve())));
  }
}

/**
 * Changes the stored session before the response is sent: express-session itself would send the response even if the store failed. After a failure,
 * the response sets no cookie, because the store may have done its part without saying so.
 * @throws OutageError if the store fails
 */
async function inStore({ req }: Round, change: 'save' | 'regenerate' | 'destroy'): Promise<void> {
  const { session } = req;
  try {
    await promisify(session[change].bind(session))();
  } catch (error) {
    delete (req as Partial<Request>).session;
    throw error;
  }
}

/** The browser's session as operations use it. Every change of privilege creates a new session id, so that the old one becomes worthless. */
export class BrowserSession {
  readonly #sessions: Sessions;
  readonly #round: Round;
  readonly #now: () => number;
  /** The session data at the time of the request. */
  readonly kept: Kept;
  /** The user's current state. This alone does not mean that the session is still valid for the user. */
  readonly user: SessionUser | undefined;

  private constructor(sessions: Sessions, round: Round, { kept, user }: Found, now: () => number) {
    this.#sessions = sessions;
    this.#round = round;
    this.kept = kept;
    this.user = user;
    this.#now = now;
  }

  /** Returns the session of the request's cookie, or an empty session if the cookie is missing or invalid. */
  static async of(sessions: Sessions, round: Round, named: NamedOrganisation, now: () => number): Promise<BrowserSession> {
    return new BrowserSession(sessions, round, await sessions.find(round.req, named), now);
  }

  /** Starts a session after the first factor: signed in, or waiting for the second factor if one is required. */
  async begin({ userId, epoch, methods }: SignIn): Promise<Shape<'SignInResult'>> {
    if (methods.length) await this.#start(userId, epoch, 'second_factor', { methods });
    else await this.#start(userId, epoch, 'signed_in', { proof: { at: this.#now(), bySecondFactor: false } });
    return { status: methods.length ? 'second_factor_required' : 'signed_in', methods };
  }

  /** Completes the sign-in after the second factor. */
  async complete(userId: string, epoch: number): Promise<void> {
    await this.#start(userId, epoch, 'signed_in', { proof: { at: this.#now(), bySecondFactor: true } });
  }

  /** @throws OutageError if the session cannot be stored */
  async #start(userId: string, epoch: number, stage: 'signed_in' | 'second_factor', more: Partial<SessionData>): Promise<void> {
    const { organisationId } = this.kept;
    await this.#open();
    await inStore(this.#round, 'regenerate');
    const { session } = this.#round.req;
    const now = this.#now();
    Object.assign(session, { userId, epoch, stage, methods: [], startedAt: now, seenAt: now, ...(organisationId ? { organisationId } : {}), ...more });
    await inStore(this.#round, 'save');
  }

  /** Continues the session under a new id. Its age is still counted from the sign-in, and the proof of the person stays as old as it is. */
  async renew(): Promise<void> {
    await this.#renew(this.kept.epoch, this.kept.proof);
  }

  /** Continues the session under a new id after a new proof of the person.
   * @param epoch if the request has ended the other sessions of the user */
  async renewProved({ bySecondFactor }: Omit<Proof, 'at'>, epoch = this.kept.epoch): Promise<Proof> {
    const proof = { at: this.#now(), bySecondFactor };
    await this.#renew(epoch, proof);
    return proof;
  }

  async #renew(epoch: number | undefined, proof: Proof | undefined): Promise<void> {
    const { userId, stage, startedAt } = this.kept;
    if (userId === undefined || epoch === undefined || stage === undefined || startedAt === undefined) throw new Error('there is no session to renew');
    await this.#start(userId, epoch, stage, { startedAt, ...(proof ? { proof } : {}) });
  }

  /** Methods that can complete a sign-in that is waiting for its second factor. */
  get methods(): readonly SignInMethod[] {
    return this.kept.methods ?? [];
  }

  /** Stores a sign-in with a provider, replacing an earlier one. If nobody is signed in, the session lasts only as long as the sign-in may take. */
  async keepProviderSignIn(pending: PendingSignIn): Promise<void> {
    const session = await this.#open();
    session.providerSignIn = { pending, begunAt: this.#now() };
    if (session.userId === undefined) session.cookie.maxAge = PROVIDER_SIGN_IN_MS;
    await inStore(this.#round, 'save');
  }

  /** Removes the sign-in with a provider from the session and returns it. Null if this browser started none, or started it too long ago. */
  async takeProviderSignIn(): Promise<PendingSignIn | null> {
    const session = await this.#open();
    const begun = session.providerSignIn;
    if (!begun) return null;
    delete session.providerSignIn;
    await inStore(this.#round, 'save');
    return this.#now() - begun.begunAt > PROVIDER_SIGN_IN_MS ? null : begun.pending;
  }

  async end(): Promise<void> {
    await this.#open();
    await inStore(this.#round, 'destroy');
  }

  /** Whether the session has outlived its limits. */
  get isOver(): boolean {
    const { stage, startedAt = 0, seenAt = 0 } = this.kept;
    const now = this.#now();
    return now - startedAt > (stage === 'second_factor' ? SECOND_FACTOR_MS : ABSOLUTE_MS) || now - seenAt > IDLE_MS;
  }

  /** Records that the session was used, and for which organisation. Later requests that name no organisation refer to this one. */
  async noteUse(organisationId = this.kept.organisationId): Promise<void> {
    const { userId, seenAt = 0 } = this.kept;
    const now = this.#now();
    if (organisationId === this.kept.organisationId && now - seenAt <= SEEN_EVERY_MS) return;
    const session = await this.#open();
    // A session that was ended in the meantime stays ended.
    if (session.userId !== userId) return;
    session.seenAt = now;
    if (organisationId !== undefined) session.organisationId = organisationId;
  }

  async #open(): Promise<Request['session']> {
    await this.#sessions.open(this.#round);
    return this.#round.req.session;
  }
}
