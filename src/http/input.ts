import { hash } from 'node:crypto';
import type { operations } from '../../generated/api.ts';
import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { Kiosk } from '../domain/attendance/devices/kiosk.ts';
import type { Signed } from '../domain/commerce/orders/notifications.ts';
import type { Proof } from '../domain/identity/accounts/reauthentication.ts';
import type { CurrentOrganisation, ReadSessionUser, SessionUser } from '../domain/identity/accounts/session-user.ts';
import type { SignInContext } from '../domain/identity/accounts/sign-in.ts';
import type { ApiKey } from '../domain/identity/api-keys/authenticate.ts';
import type { Caller, Person, Viewer } from '../domain/kernel/caller.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import type { Tools } from '../domain/kernel/tools.ts';
import type { UploadedFile } from '../domain/kernel/uploaded-file.ts';
import type { NamedOrganisation } from '../domain/organisations/organisations/site.ts';
import type { Database, Executor } from '../platform/database/connect.ts';
import { type Batch, type RunBatch, runBatch } from './batch/run-batch.ts';
import { networkOf, originOf } from './client-network.ts';
import type { PerformCall } from './contract/perform-call.ts';
import type { CheckedRequest } from './contract/validator.ts';
import type { Exchange } from './exchange.ts';
import { type KioskCookie, kioskCookieOf } from './kiosk-credentials.ts';
import { namedOrganisation } from './named-organisation.ts';
import { isFromOwnMachine } from './own-machine.ts';
import { forgetGuesses, takeInternal } from './quotas.ts';
import { forgetReferrals, referralCookieOf } from './referral-links.ts';
import type { Services } from './services.ts';
import { signedInUser, viewerOf, visitedOrganisation } from './session-credentials.ts';
import type { BrowserSession } from './sessions.ts';
import { visitorOf } from './visitor.ts';

/** Maximum time for which caches keep anything. */
const YEAR_SECONDS = 31_536_000;

type Table = typeof operationTable;
type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type Empty = Record<never, never>;

type Path<Id extends OperationId> = Parameters<Id> extends { path: infer P } ? P : Empty;

/** Query parameters that are required or have a default are always present. */
type Query<Id extends OperationId> =
  NonNullable<Parameters<Id>['query']> extends infer Q
    ? {
        [Name in Extract<keyof Q, string>]: Name extends keyof Table[Id]['query']
          ? Table[Id]['query'][Name] extends { default: unknown }
            ? NonNullable<Q[Name]>
            : Empty extends Pick<Q, Name>
              ? Q[Name] | undefined
              : Q[Name]
          : never;
      }
    : Empty;

type Media<Id extends OperationId> =
  NonNullable<operations[Id] extends { requestBody?: infer R } ? R : never> extends { content: infer C } ? C[keyof C] : undefined;

/** A body in which file fields are uploaded files instead of the strings in the contract's types. */
type Body<Id extends OperationId> = Table[Id]['body'] extends { members: infer M }
  ? 'file' extends { [Name in keyof M]: M[Name] extends { kind: infer K } ? K : never }[keyof M]
    ? { [Name in keyof Media<Id>]: Name extends keyof M ? (M[Name] extends { kind: 'file' } ? UploadedFile : Media<Id>[Name]) : never }
    : Media<Id>
  : undefined;

/** The signed-in user of a request. */
export type RequestUser = Person & Omit<SessionUser, 'id'>;

interface Surroundings {
  /** The request, for the audit log. */
  origin: Pick<Person, 'requestId' | 'ip' | 'client'>;
  /** Whether the request comes from the machine of the service, and all data is stored on that machine, too (the embedded database). */
  isOwnMachine: boolean;
  /** The organisation that the request names, whether or not the caller is a member. */
  named: NamedOrganisation;
  /** Access to the state that a sign-in depends on. */
  signInContext: SignInContext;
  /** The signed-in user of an operation that is open to everybody, or null if nobody is signed in. */
  signedIn(): Promise<RequestUser | null>;
  /** Identifies this browser, whether or not anyone is signed in. */
  visitor: { id: string | null; remember(id: string): void };
  /** The cookie with the affiliate links that this browser has followed, or null. */
  referralCookie: string | null;
  /** Makes this browser forget the affiliate links that it has followed. */
  forgetReferrals(): void;
  /** Lets every client and proxy cache the response for this many seconds. Only for responses that are the same for everybody. */
  cacheFor(seconds: number): void;
  /** Lets every client and proxy keep the response for ever, with a tag of its content. Only for responses that never change. */
  keepForEver(body: object): void;
  /** Lets the client keep the response, and revalidate it each time. */
  revalidate(body: object): void;
  /** The body as it was received, and the header that signs it. */
  signed(): Signed;
  /** The cookie of a kiosk, whether or not it is valid. */
  kioskCookie: KioskCookie;
  /** Returns the organisation that the request names, whether or not the caller is a member, or null. */
  visitedOrganisationId(): Promise<string | null>;
}

interface UserSurroundings extends Surroundings {
  user: RequestUser;
  /**
   * The user as a caller in the organisation that the request names, or else in their current one, whether or not they are a member.
   * @throws DomainError no_organisation
   */
  visitingCaller(): Promise<Caller>;
  /** The session's proof of who uses it, however old it is. */
  proof: Proof | undefined;
}

interface VisitorSurroundings extends Surroundings {
  /** The signed-in user, or null. */
  user: RequestUser | null;
  /**
   * The signed-in user or visitor, in the organisation that the request names or else in the user's current one.
   * @throws NotFoundError if there is no such organisation
   */
  viewer(): Promise<Viewer>;
}

/** Only operations with `x-starts-session` can start or renew a session, because only they make sure that the browser receives the cookie. */
interface SessionAccess<Id extends OperationId> {
  session: Table[Id]['startsSession'] extends true
    ? BrowserSession
    : Omit<BrowserSession, 'begin' | 'complete' | 'renew' | 'renewProved' | 'keepProviderSignIn'>;
}

/** The part of the input that the credential of an operation provides. */
type Credential<Id extends OperationId> = Table[Id]['scheme'] extends 'agentKey'
  ? { key: ApiKey; caller: Caller } & (Table[Id] extends { batch: true } ? { runBatch: RunBatch } : Empty)
  : Table[Id]['scheme'] extends 'kiosk'
    ? Surroundings & { kiosk: Kiosk }
    : Table[Id]['access'] extends 'public'
      ? Surroundings & SessionAccess<Id>
      : Table[Id]['access'] extends 'visitor'
        ? VisitorSurroundings
        : Table[Id]['access'] extends 'user' | 'second_factor'
          ? UserSurroundings & SessionAccess<Id>
          : UserSurroundings & SessionAccess<Id> & { user: RequestUser & { organisation: CurrentOrganisation }; caller: Caller };

/** A checked request: parsed, validated against the contract, with defaults filled in and undeclared fields removed. */
export type Input<Id extends OperationId> = {
  /** `db` is a transaction if the request carries an Idempotency-Key and does not wait for other systems, and in a batch that needs all or nothing. */
  tools: Tools<Table[Id] extends { idempotent: true; waitsOutside: false } | { surface: 'agent' } ? Executor : Database>;
  path: Path<Id>;
  query: Query<Id>;
  body: Body<Id>;
  /** The absolute URL of this request, for links to other pages. */
  address: URL;
} & Credential<Id>;

/**
 * The input of a handler of any operation. What only some of them read is computed when they read it. The accessors must be those of a class: an object
 * literal with accessors has a hidden class of its own, which keeps the request in memory until the next full garbage collection.
 */
export class HandlerInput {
  readonly #services: Services;
  readonly #readUser: ReadSessionUser;
  readonly #performCall: PerformCall;
  readonly #exchange: Exchange;
  readonly #idempotencyKey: string | undefined;
  readonly origin: RequestOrigin;
  readonly path: CheckedRequest['params'];
  readonly query: unknown;
  readonly body: unknown;
  readonly user: RequestUser | null;
  readonly caller: Caller | null;
  tools: Tools<Database>;

  constructor(services: Services, readUser: ReadSessionUser, performCall: PerformCall, request: CheckedRequest, exchange: Exchange) {
    const { query, body, idempotencyKey } = request.checked as NonNullable<CheckedRequest['checked']>;
    this.#services = services;
    this.#readUser = readUser;
    this.#performCall = performCall;
    this.#exchange = exchange;
    this.#idempotencyKey = idempotencyKey;
    this.origin = { requestId: exchange.requestId, ...originOf(exchange.req) };
    this.path = request.params;
    this.query = query;
    this.body = body;
    this.user = exchange.user && requestUser(exchange.user, this.origin);
    this.caller = callerOf(exchange, this.origin);
    this.tools = { ...services.ports, ...(exchange.trx ? { db: exchange.trx } : {}), base: exchange.base } as Tools<Database>;
  }

  get key() {
    return this.#exchange.key;
  }
  get session() {
    return this.#exchange.session;
  }
  get kiosk() {
    return this.#exchange.kiosk;
  }
  get kioskCookie() {
    return kioskCookieOf(this.#services, this.#exchange);
  }
  get runBatch() {
    const task = { services: this.#services, performCall: this.#performCall, exchange: this.#exchange, idempotencyKey: this.#idempotencyKey };
    return (batch: Batch) => runBatch(task, batch);
  }
  get signed() {
    const { req } = this.#exchange;
    return () => ({ body: Buffer.from(req.body ?? ''), signature: String(req.headers['stripe-signature'] ?? '') });
  }
  get visitedOrganisationId() {
    return () => visitedOrganisation(this.#services, this.#exchange);
  }
  get viewer() {
    return () => viewerOf(this.#services, this.#exchange);
  }
  get proof() {
    return this.#exchange.session?.kept.proof;
  }
  get visitingCaller() {
    return () => visitingCaller(this.#services, this.#exchange, this.user as RequestUser);
  }
  get named() {
    return namedOrganisation(this.#services, this.#exchange.req);
  }
  get signedIn() {
    return () => signedInCaller(this.#exchange, this.origin);
  }
  get signInContext() {
    return signInContext(this.#services, this.#readUser, this.#exchange);
  }
  get visitor() {
    return visitorOf(this.#services, this.#exchange);
  }
  get isOwnMachine() {
    return this.#services.settings.isEmbedded && isFromOwnMachine(this.#exchange.req);
  }
  get referralCookie() {
    return referralCookieOf(this.#services, this.#exchange.req);
  }
  get forgetReferrals() {
    return () => forgetReferrals(this.#services, this.#exchange);
  }
  get cacheFor() {
    return (seconds: number) => {
      this.#exchange.headers['Cache-Control'] = `public, max-age=${seconds}`;
    };
  }
  get keepForEver() {
    return (content: object) => {
      this.#exchange.headers['Cache-Control'] = `public, max-age=${YEAR_SECONDS}, immutable`;
      this.#exchange.headers.ETag = tagOf(content);
    };
  }
  get revalidate() {
    return (content: object) => {
      this.#exchange.headers['Cache-Control'] = 'private, no-cache';
      this.#exchange.headers.ETag = tagOf(content);
    };
  }
  get address() {
    return new URL(this.#exchange.req.url, this.#exchange.base);
  }
}

const tagOf = (content: object): string => `"${hash('sha256', JSON.stringify(content), 'base64url')}"`;

type RequestOrigin = Surroundings['origin'];

const requestUser = ({ id, epoch, organisation }: SessionUser, origin: RequestOrigin): RequestUser => ({
  actorType: 'user',
  actorId: id,
  epoch,
  organisation,
  ...origin,
});

function callerOf({ key, user }: Exchange, origin: RequestOrigin): Caller | null {
  if (key) return { organisationId: key.organisation.id, actorType: 'api_key', actorId: key.id, role: 'creator', ...origin };
  if (!user?.organisation) return null;
  const { id, role } = user.organisation;
  return { organisationId: id, actorType: 'user', actorId: user.id, role, ...origin };
}

async function visitingCaller(services: Services, exchange: Exchange, { epoch: _epoch, organisation, ...person }: RequestUser): Promise<Caller> {
  const organisationId = await visitedOrganisation(services, exchange);
  if (organisationId === null) throw new DomainError('no_organisation', 'The request does not specify an organisation.');
  return { ...person, organisationId, role: organisation?.id === organisationId ? organisation.role : null };
}

/** Returns the signed-in caller of an operation that everybody may call, or null. A visitor with an invalid session counts as not signed in. */
async function signedInCaller(exchange: Exchange, origin: RequestOrigin): Promise<RequestUser | null> {
  const user = await signedInUser(operationTable[exchange.operationId as OperationId], exchange);
  return user && requestUser(user, origin);
}

function signInContext(services: Services, readUser: ReadSessionUser, { req, session }: Exchange): SignInContext {
  return {
    countText: (userId) => takeInternal(services.limits, 'sign_in_text', `${userId} ${networkOf(req.ip)}`),
    organisationOf: async (userId) => {
      const choice = { ...namedOrganisation(services, req), sessionId: null, lastId: session?.kept.organisationId ?? null };
      return (await readUser(userId, choice))?.organisation?.id ?? null;
    },
    network: networkOf(req.ip),
    forgetGuesses: (email) => forgetGuesses(services.limits, email),
  };
}
