import { isIP } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import type { Context } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { handlers } from '../../../generated/handlers.ts';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import { type ReadSessionUser, type SessionUser, sessionUserReader } from '../../domain/identity/accounts/session-user.ts';
import type { SignInContext } from '../../domain/identity/accounts/sign-in.ts';
import { keyAuthenticator } from '../../domain/identity/api-keys/authenticate.ts';
import type { Caller } from '../../domain/kernel/caller.ts';
import { NotFoundError, ValidationError } from '../../domain/kernel/errors.ts';
import { type Outcome, once } from '../../domain/kernel/idempotency/once.ts';
import { answer, answerError } from '../answer.ts';
import { agentKey, requireScope, takeFromQuota } from '../credentials.ts';
import { requireSameSite } from '../csrf.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import { namedOrganisation } from '../named-organisation.ts';
import { HttpProblem } from '../problems.ts';
import { take } from '../quotas.ts';
import type { Services } from '../services.ts';
import { requireRole, sessionUser, visitedOrganisation } from '../session-credentials.ts';
import { BrowserSession, Sessions } from '../sessions.ts';
import { visitorOf } from '../visitor.ts';
import { ContractBackend } from './backend.ts';
import type { OperationRow } from './operation-row.ts';
import { readBody } from './request-body.ts';
import { MethodNotAllowed } from './router.ts';
import type { CheckedRequest } from './validator.ts';

type Document = OpenAPIV3_1.Document;
/** The handlers as the adapter calls them; each one's own type is checked where it is written. */
type AnyHandler = (input: object) => Promise<Outcome>;

/**
 * Brings Express and the contract together. Order of checks: path (404), method (405), site (403), credential (401), rate (429), scope or role
 * (403), body (415, 413, 400), object (404), rule (403, 409).
 */
export async function contractMiddleware(services: Services, definition: Document): Promise<(req: Request, res: Response, next: NextFunction) => void> {
  const authenticateKey = keyAuthenticator(services.db, services.clock);
  const readUser = sessionUserReader(services.db);
  const sessions = new Sessions(services.sessions, services.keyring.cookieSecret, services.settings.publicUrl?.startsWith('https:') ?? false);
  const backend = new ContractBackend({
    definition,
    handlers: {
      ...Object.fromEntries(
        Object.keys(handlers).map((id) => [
          id,
          (_context: Context, request: CheckedRequest, exchange: Exchange) => run(services, readUser, id as OperationId, request, exchange),
        ]),
      ),
      notFound: () => {
        throw new NotFoundError();
      },
      methodNotAllowed: (_context: Context, request: CheckedRequest, exchange: Exchange) => refuseMethod(backend, request, exchange),
      validationFail: (_context: Context, request: CheckedRequest) => {
        throw new ValidationError(request.faults);
      },
      unauthorizedHandler: (context: Context) => {
        throw refusal(context);
      },
      postRoutingHandler: async (context: Context, _request: CheckedRequest, exchange: Exchange) => {
        exchange.operationId = (context.operation?.operationId as OperationId | undefined) ?? null;
        if (!exchange.operationId) return;
        const row: OperationRow = operationTable[exchange.operationId];
        if (row.qa && !services.settings.qaHelpers) throw new NotFoundError();
        if (row.surface === 'agent') return;
        requireSameSite(exchange.req);
        exchange.session = await BrowserSession.of(sessions, exchange, namedOrganisation(services, exchange.req), () => services.clock.now());
      },
      postSecurityHandler: (context: Context, request: CheckedRequest, exchange: Exchange) => admit(services, context, request, exchange),
    },
    securityHandlers: {
      agentKey: async (_context: Context, _request: CheckedRequest, exchange: Exchange) => {
        exchange.key = await agentKey(authenticateKey, exchange);
        return exchange.key;
      },
      cookieAuth: async (_context: Context, _request: CheckedRequest, exchange: Exchange) => {
        const row: OperationRow = operationTable[exchange.operationId as OperationId];
        exchange.user = await sessionUser(row, exchange);
        return exchange.user;
      },
    },
  });
  await backend.init();
  return (req) => {
    const exchange = currentExchange.getStore() as Exchange;
    const request = routable(req);
    backend.handleRequest(request, request, exchange).catch((error: unknown) => answerError(services, exchange, error));
  };
}

/** Five members instead of Express's request: openapi-backend spreads what it is given. */
function routable(req: Request): CheckedRequest {
  const cut = req.url.indexOf('?');
  return {
    method: req.method === 'HEAD' ? 'get' : req.method.toLowerCase(),
    path: cut === -1 ? req.url : req.url.slice(0, cut),
    search: cut === -1 ? '' : req.url.slice(cut + 1),
    headers: req.headers as CheckedRequest['headers'],
    body: undefined,
    faults: [],
  };
}

/** The error that the credential check threw; openapi-backend keeps it by scheme. */
function refusal({ security }: Context): unknown {
  const failed = Object.values(security ?? {}).find(
    (result): result is { error: unknown } => typeof result === 'object' && result !== null && 'error' in result,
  );
  return failed?.error ?? new HttpProblem('not_authenticated', 'A credential is needed.');
}

/** After the credential: rate, scope or role, and only then the body. Runs for refused requests too, which go on to unauthorizedHandler. */
async function admit(services: Services, { security, operation }: Context, request: CheckedRequest, exchange: Exchange): Promise<void> {
  if (!security?.authorized && operation.security?.length) return;
  const row: OperationRow = operationTable[exchange.operationId as OperationId];
  const { key, user, req } = exchange;
  if (key) {
    await takeFromQuota(services, exchange, key);
    requireScope(row, key);
  } else {
    await (user ? take(services.limits, 'user', user.id) : take(services.limits, 'address', req.ip ?? ''));
    if (user) requireRole(row, user);
  }
  if (row.body) Object.assign(request, await readBody(req, exchange.res, row.body));
}

function refuseMethod(backend: ContractBackend, request: CheckedRequest, exchange: Exchange): void {
  let allow: string[] = [];
  try {
    backend.router.matchOperation(request, true);
  } catch (error) {
    if (error instanceof MethodNotAllowed) allow = error.allow;
  }
  const methods = [...allow.map((method) => method.toUpperCase()), ...(allow.includes('get') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  exchange.headers.Allow = methods;
  if (exchange.req.method !== 'OPTIONS') throw new HttpProblem('method_not_allowed', `Use ${methods}.`);
  exchange.res.writeHead(204, exchange.headers).end();
}

async function run(services: Services, readUser: ReadSessionUser, id: OperationId, request: CheckedRequest, exchange: Exchange): Promise<void> {
  const { query, body, idempotencyKey } = request.checked as NonNullable<CheckedRequest['checked']>;
  const { db, keyring, clock, limits, storage, dns, providers, ai, scanner, publicFetch, settings } = services;
  const caller = callerOf(exchange);
  const origin = { requestId: exchange.requestId, ip: clientAddress(exchange.req) };
  const input = {
    db,
    path: request.params,
    query,
    body,
    key: exchange.key,
    user: exchange.user,
    caller,
    session: exchange.session,
    keyring,
    clock,
    storage,
    dns,
    providers,
    ai,
    scanner,
    publicFetch,
    visitedOrganisation: () => visitedOrganisation(services, exchange),
    cnameTarget: settings.cnameTarget,
    base: exchange.base,
    ip: exchange.req.ip ?? '',
    origin,
    get named() {
      return namedOrganisation(services, exchange.req);
    },
    take: take.bind(null, limits),
    actor: exchange.user && { actorType: 'user', actorId: exchange.user.id, ...origin },
    signedIn: () => signedInUser(exchange),
    get signInContext() {
      return signInContext(services, readUser, exchange);
    },
    visitor: visitorOf(services, exchange),
    cacheFor: (seconds: number) => {
      exchange.headers['Cache-Control'] = `public, max-age=${seconds}`;
    },
    get address() {
      return new URL(exchange.req.url, exchange.base);
    },
  };
  const handler = handlers[id] as unknown as AnyHandler;
  if (idempotencyKey === undefined || !caller) {
    const outcome = await handler(input);
    return answer(services, exchange, outcome.status, outcome.body);
  }
  const act = { operationId: id, key: idempotencyKey, request: { path: request.params, body } };
  const { outcome, replayed } = await once(db, caller, act, (trx) => handler(Object.assign(input, { db: trx })));
  if (replayed) exchange.headers['Idempotent-Replayed'] = 'true';
  answer(services, exchange, outcome.status, outcome.body);
}

/** For an operation that anyone may call: what is wrong with a session makes its holder nobody. */
async function signedInUser(exchange: Exchange): Promise<SessionUser | null> {
  const row: OperationRow = operationTable[exchange.operationId as OperationId];
  return sessionUser(row, exchange).catch((error: unknown) => {
    if (error instanceof HttpProblem) return null;
    throw error;
  });
}

function signInContext(services: Services, readUser: ReadSessionUser, { req, session }: Exchange): SignInContext {
  return {
    countText: (userId) => take(services.limits, 'signInText', `${userId} ${req.ip}`),
    organisationOf: async (userId) => {
      const choice = { ...namedOrganisation(services, req), lastId: session?.kept.organisationId ?? null };
      return (await readUser(userId, choice))?.organisation?.id ?? null;
    },
  };
}

/** Behind a proxy the address is what the proxy says; null where that is none. Without a zone, which only the other side could read. */
function clientAddress(req: Request): string | null {
  const address = (req.ip ?? '').replace(/%.*$/, '');
  return isIP(address) ? address : null;
}

function callerOf({ key, user, req, requestId }: Exchange): Caller | null {
  const common = { requestId, ip: clientAddress(req) };
  if (key) return { organisationId: key.organisation.id, actorType: 'api_key', actorId: key.id, ...common };
  return user?.organisation ? { organisationId: user.organisation.id, actorType: 'user', actorId: user.id, ...common } : null;
}
