import { promisify } from 'node:util';
import { parseCookie } from 'cookie';
import { sign, unsign } from 'cookie-signature';
import type { Request, RequestHandler, Response } from 'express';
import session, { type SessionData } from 'express-session';
import { v5 } from 'uuid';
import type { FirstFactor } from '../domain/identity/accounts/finish-sign-in.ts';
import type { Proof } from '../domain/identity/accounts/reauthentication.ts';
import type { FindSession, SessionUser } from '../domain/identity/accounts/session-user.ts';
import type { SignIn, SignInMethod } from '../domain/identity/accounts/sign-in.ts';
import { ABSOLUTE_MS, IDLE_MS, type SessionRegister } from '../domain/identity/accounts/user-sessions.ts';
import type { Shape } from '../domain/kernel/contract.ts';
import { newId } from '../domain/kernel/ids.ts';
import type { NamedOrganisation } from '../domain/organisations/organisations/site.ts';
import type { PendingSignIn } from '../platform/identity/identity-providers.ts';
import type { Keyring, PerKey } from '../platform/secrets/keyring.ts';
import type { StoredSessions } from '../platform/sessions/store.ts';
import { originOf } from './client-network.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { HttpProblem } from './problems.ts';

declare module 'express-session' {
  interface SessionData {
    userId: string;
    /** ID of the session outside of the store, set once the sign-in is complete. Missing in sessions from before there was a register. */
    publicId?: string;
    /** Progress of the sign-in. With `second_factor`, the first factor was correct, and the second is still required. */
    stage: 'signed_in' | 'second_factor';
    epoch: number;
    /** Time of the sign-in, in milliseconds since 1970. */
    startedAt: number;
    seenAt: number;
    /** The organisation used last. */
    organisationId?: string;
    /** Methods that can complete a sign-in that is waiting for its second factor. */
    methods: SignInMethod[];
    /** First factor of a sign-in that is waiting for its second factor. */
    firstFactor: FirstFactor;
    /** A sign-in with a provider that was started in this browser. */
    providerSignIn: { pending: PendingSignIn; begunAt: number };
    proof: Proof;
    /** The `publicId` of the session that continues this one under another id, for a sign-out that was sent with the cookie of this one. */
    renewedAs: string;
  }
}

/** Prefix of signed session ids in the cookie of express-session. */
const SIGNED = 's:';
/** Time limit for submitting the second factor. */
const SECOND_FACTOR_MS = 10 * 60_000;
/** Time for which a sign-out with the old cookie of a renewed session still ends it. */
const RENEWED_SECONDS = 60;
/** Time limit for a sign-in with a provider. */
const PROVIDER_SIGN_IN_MS = 10 * 60_000;
/** Minimum time between two records of a session's use, so that most requests write nothing. */
const SEEN_EVERY_MS = 5 * 60_000;

/** The stored session data of a browser. Empty if the browser has no session, or no longer has one. */
type Kept = Readonly<Partial<SessionData>>;

interface Found {
  /** The id under which the session is stored. Undefined if there is none. */
  id: string | undefined;
  kept: Kept;
  /** The user's current state, with the organisation of the request. Undefined if nobody is signed in or the user no longer exists. */
  user: SessionUser | undefined;
}

/** A request and its response, as Express passes them on. */
interface Round {
  req: Request;
  res: Response;
}

/** The session store, the register of sessions, and a function that reads a session that will not be changed. */
export interface SessionKeeping extends StoredSessions {
  find: FindSession;
  register: SessionRegister;
}

/** Sessions based on express-session. The cookie is HttpOnly and SameSite=Lax. If TLS ends in front, it is also Secure and named `__Host-...`. */
export class Sessions {
  readonly keeping: SessionKeeping;
  readonly browsers: KnownBrowsers;
  readonly #secrets: PerKey<string>;
  readonly #cookie: string;
  readonly #secure: boolean;
  readonly #middleware: RequestHandler;

  constructor(keeping: SessionKeeping, keyring: Keyring, secure: boolean) {
    const { store } = keeping;
    const secrets = keyring.cookieSecrets;
    this.keeping = keeping;
    this.browsers = new KnownBrowsers(keyring, secure);
    this.#secrets = secrets;
    this.#cookie = secure ? '__Host-lms_session' : 'lms_session';
    this.#secure = secure;
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
    // If a page calls several operations for one request, the first of them may have given the session a new id.
    const id = opened?.id ?? (value?.startsWith(SIGNED) && this.#unsign(value.slice(SIGNED.length)));
    const found = id ? await this.keeping.find(id, named) : undefined;
    return id && found ? { id, kept: found.data as Kept, user: found.user } : { id: undefined, kept: {}, user: undefined };
  }

  #unsign(signed: string): string | false {
    for (const secret of this.#secrets) {
      const id = unsign(signed, secret);
      if (id !== false) return id;
    }
    return false;
  }

  /** Signs the cookie of a session with the current key if it is signed with an old one, so that the session survives the removal of the old key. */
  signAnew({ req, res }: Round, id: string, maxAge: number): void {
    const value = req.headers.cookie === undefined ? undefined : parseCookie(req.headers.cookie)[this.#cookie];
    const [secret] = this.#secrets;
    if (!value?.startsWith(SIGNED) || unsign(value.slice(SIGNED.length), secret) !== false) return;
    res.cookie(this.#cookie, `${SIGNED}${sign(id, secret)}`, { httpOnly: true, sameSite: 'lax', secure: this.#secure, path: '/', maxAge });
  }

  /** Loads the request's session again, so that it can be changed. Changes are saved with the response. */
  open({ req, res }: Round): Promise<void> {
    return new Promise((resolve, reject) => void this.#middleware(req, res, (error?: unknown) => (error ? reject(error as Error) : resolve())));
  }
}

/**
 * Changes the stored session before the response is sent: express-session itself would send the response even if the store failed. After a failure,
 * the response sets no cookie, because the store may have made the change without confirming it.
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

/** The method that express-session adds to its store. It creates a new session for the request and leaves the stored one alone. */
interface Generating {
  generate(req: Request): void;
}

const hasEnded = (): HttpProblem => new HttpProblem('not_authenticated', 'The session has ended. Sign in again.');

/** Returns the id in the register of a session from before there was a register: a hash of its secret id, so that all requests enter it only once. */
const idFromBefore = (id: string): string => v5(id, v5.URL);

/** The browser's session as operations use it. Every change of privilege creates a new session id, so that the old one becomes worthless. */
export class BrowserSession {
  readonly #sessions: Sessions;
  readonly #round: Round;
  readonly #now: () => number;
  readonly #id: string | undefined;
  /** The session data at the time of the request. */
  readonly kept: Kept;
  /** The user's current state. This alone does not mean that the session is still valid for the user. */
  readonly user: SessionUser | undefined;

  private constructor(sessions: Sessions, round: Round, { id, kept, user }: Found, now: () => number) {
    this.#sessions = sessions;
    this.#round = round;
    this.#id = id;
    this.kept = kept;
    this.user = user;
    this.#now = now;
  }

  /** Returns the session of the request's cookie, or an empty session if the cookie is missing or invalid. */
  static async of(sessions: Sessions, round: Round, named: NamedOrganisation, now: () => number): Promise<BrowserSession> {
    return new BrowserSession(sessions, round, await sessions.find(round.req, named), now);
  }

  /** Returns the proof that the user has signed in with this browser before, or null. */
  knownBrowserOf(userId: string): string | null {
    return this.#sessions.browsers.entryOf(this.#round.req, userId, this.#now());
  }

  /** Remembers this browser as one of the user's, because they have set a new password here. */
  rememberUser(userId: string): void {
    this.#sessions.browsers.remember(this.#round, userId, this.#now());
  }

  /** Remembers for an hour that the account was created in this browser, in place of any other account. */
  rememberSignUp(userId: string): void {
    this.#sessions.browsers.rememberMaker(this.#round, userId, this.#now());
  }

  /** Whether the user is signed in with this browser, or has created the account here within the last hour. */
  owns(userId: string): boolean {
    const { kept, user } = this;
    const isSignedIn = kept.stage === 'signed_in' && user?.id === userId && user.epoch === kept.epoch && !this.isOver;
    return isSignedIn || this.#sessions.browsers.isMaker(this.#round.req, userId, this.#now());
  }

  /** Starts a session after the first factor: signed in, or waiting for the second factor if one is required. */
  async begin({ userId, epoch, methods, first }: SignIn): Promise<Shape<'SignInResult'>> {
    if (methods.length) await this.#store({ userId, epoch, stage: 'second_factor', methods, firstFactor: first, startedAt: this.#now() });
    else await this.#signIn(userId, epoch, false);
    return { status: methods.length ? 'second_factor_required' : 'signed_in', methods };
  }

  /** Completes the sign-in after the second factor. */
  async complete(userId: string, epoch: number): Promise<void> {
    await this.#signIn(userId, epoch, true);
  }

  /**
   * Starts the session of a completed sign-in, and remembers this browser as one of the user's.
   * @throws OutageError if the session cannot be stored
   */
  async #signIn(userId: string, epoch: number, bySecondFactor: boolean): Promise<void> {
    const { browsers, keeping } = this.#sessions;
    const { req } = this.#round;
    const [id, now] = [newId(), this.#now()];
    await this.#store({ userId, epoch, stage: 'signed_in', startedAt: now, publicId: id, proof: { at: now, bySecondFactor } });
    try {
      await keeping.register.begin({ id, userId, epoch, startedAt: now, seenAt: now }, originOf(req), browsers.isKnown(req, userId, now));
      if (this.publicId !== undefined) await keeping.register.end(this.publicId);
    } catch (error) {
      // Without its entry in the register, the session is invalid.
      delete (req as Partial<Request>).session;
      throw error;
    }
    browsers.remember(this.#round, userId, now);
  }

  /**
   * Continues the session under a new id. Its age is still counted from the sign-in, and the age of the proof of the person does not change.
   * @param epoch the new epoch, if the request has ended the other sessions of the user
   * @throws HttpProblem not_authenticated if the session was ended in the meantime
   */
  async renew(epoch = this.kept.epoch): Promise<void> {
    await this.#renew(epoch, this.kept.proof);
  }

  /**
   * Continues the session under a new id after a new proof of the person.
   * @param epoch the new epoch, if the request has ended the other sessions of the user
   * @throws HttpProblem not_authenticated if the session was ended in the meantime
   */
  async renewProved({ bySecondFactor }: Omit<Proof, 'at'>, epoch = this.kept.epoch): Promise<Proof> {
    const proof = { at: this.#now(), bySecondFactor };
    await this.#renew(epoch, proof);
    return proof;
  }

  async #renew(epoch: number | undefined, proof: Proof | undefined): Promise<void> {
    const { userId, stage, startedAt } = this.kept;
    if (userId === undefined || epoch === undefined || stage === undefined || startedAt === undefined) throw new Error('there is no session to renew');
    const id = this.publicId;
    if (id === undefined || this.#id === undefined) throw new Error('the sign-in is not complete');
    const { keeping } = this.#sessions;
    const cookie = { originalMaxAge: RENEWED_SECONDS * 1000 };
    if (!(await keeping.replace(this.#id, { cookie, renewedAs: id }, RENEWED_SECONDS))) throw hasEnded();
    await this.#open();
    (keeping.store as unknown as Generating).generate(this.#round.req);
    await this.#save({ userId, epoch, stage, startedAt, publicId: id, ...(proof ? { proof } : {}) });
    const goesOn = await this.#sessions.keeping.register.noteUse({ id, userId, epoch, startedAt, seenAt: this.#now() }, originOf(this.#round.req));
    if (goesOn) return;
    // The session was ended while this request was under way.
    await inStore(this.#round, 'destroy');
    throw hasEnded();
  }

  /** Stores the session under a new id, so that the old one becomes worthless. */
  async #store(data: Partial<SessionData>): Promise<void> {
    await this.#open();
    await inStore(this.#round, 'regenerate');
    await this.#save(data);
  }

  async #save(data: Partial<SessionData>): Promise<void> {
    const { organisationId } = this.kept;
    Object.assign(this.#round.req.session, { methods: [], ...data, seenAt: this.#now(), ...(organisationId ? { organisationId } : {}) });
    await inStore(this.#round, 'save');
  }

  /** ID by which the user and the register know this session. Undefined until the sign-in is complete. */
  get publicId(): string | undefined {
    const { stage, publicId } = this.kept;
    if (stage !== 'signed_in' || this.#id === undefined) return undefined;
    return publicId ?? idFromBefore(this.#id);
  }

  /** Methods that can complete a sign-in that is waiting for its second factor. */
  get methods(): readonly SignInMethod[] {
    return this.kept.methods ?? [];
  }

  /** First factor of a sign-in that is waiting for its second factor. A sign-in from before this was stored counts as begun without the password. */
  get firstFactor(): FirstFactor {
    return this.kept.firstFactor ?? { byPassword: false };
  }

  /** Stores a sign-in with a provider, replacing an earlier one. If nobody is signed in, the session lasts only as long as the sign-in may take. */
  async keepProviderSignIn(pending: PendingSignIn): Promise<void> {
    const providerSignIn = { pending, begunAt: this.#now() };
    if (this.kept.userId !== undefined && (await this.#change({ providerSignIn }))) return;
    await this.#open();
    await inStore(this.#round, 'regenerate');
    const { session } = this.#round.req;
    session.providerSignIn = providerSignIn;
    session.cookie.maxAge = PROVIDER_SIGN_IN_MS;
    await inStore(this.#round, 'save');
  }

  /** Removes the sign-in with a provider from the session and returns it. Null if this browser started none, or started it too long ago. */
  async takeProviderSignIn(): Promise<PendingSignIn | null> {
    const begun = this.kept.providerSignIn;
    if (!begun || !(await this.#change({ providerSignIn: undefined }))) return null;
    return this.#now() - begun.begunAt > PROVIDER_SIGN_IN_MS ? null : begun.pending;
  }

  async end(): Promise<void> {
    const id = this.publicId ?? this.kept.renewedAs;
    if (id !== undefined) await this.#sessions.keeping.register.end(id);
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
    const { seenAt = 0 } = this.kept;
    const { publicId } = this;
    const now = this.#now();
    const isNew = publicId !== this.kept.publicId;
    const isDue = now - seenAt > SEEN_EVERY_MS;
    if (organisationId === this.kept.organisationId && !isDue && !isNew) return;
    const changes = { seenAt: now, ...(publicId ? { publicId } : {}), ...(organisationId === undefined ? {} : { organisationId }) };
    const { userId, epoch, startedAt = now } = this.kept;
    const { register } = this.#sessions.keeping;
    const entry = publicId && userId && epoch !== undefined && (isDue || isNew) ? { id: publicId, userId, epoch, startedAt, seenAt: now } : null;
    // The entry comes first: a session that names a missing entry has ended.
    if (entry && isNew) await register.adopt(entry, originOf(this.#round.req));
    const isThere = await this.#change(changes);
    if (isThere && this.#id !== undefined) this.#sessions.signAnew(this.#round, this.#id, startedAt + ABSOLUTE_MS - now);
    if (entry && !isThere) await register.end(entry.id);
    else if (entry && !isNew) await register.noteUse(entry, originOf(this.#round.req));
  }

  /** Changes the stored session unless it was ended in the meantime, and returns whether it is still there. */
  async #change(changes: Partial<Record<keyof SessionData, unknown>>): Promise<boolean> {
    return this.#id !== undefined && this.#sessions.keeping.change(this.#id, changes);
  }

  async #open(): Promise<Request['session']> {
    await this.#sessions.open(this.#round);
    return this.#round.req.session;
  }
}
