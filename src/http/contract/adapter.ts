import type { Request } from 'express';
import type { Context } from 'openapi-backend';
import { handlerModules } from '../../../generated/handlers.ts';
import { type OperationId, operationTable } from '../../../generated/operations.ts';
import { routes } from '../../../generated/routes.ts';
import { type ReadSessionUser, sessionUserReader } from '../../domain/identity/accounts/session-user.ts';
import { type ApiKey, keyAuthenticator } from '../../domain/identity/api-keys/authenticate.ts';
import { emailKey } from '../../domain/kernel/email-key.ts';
import { NotFoundError, ValidationError } from '../../domain/kernel/errors.ts';
import { type Outcome, once, onceOutside } from '../../domain/kernel/idempotency/once.ts';
import { answer, answerError } from '../answer.ts';
import { agentKey } from '../credentials.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import type { Afterwards } from '../handler.ts';
import { HandlerInput } from '../input.ts';
import { rememberedWrite, rememberWrite } from '../own-writes.ts';
import { HttpProblem } from '../problems.ts';
import { countingOutcome, hasOwnLimit, takeQuotas, uncountReplay } from '../quotas.ts';
import { hasSecureCookies } from '../secure-cookies.ts';
import type { Services } from '../services.ts';
import { viewerOf } from '../session-credentials.ts';
import { Sessions } from '../sessions.ts';
import { letVisitorsCache } from '../visitor-caching.ts';
import { admission } from './admission.ts';
import { ContractBackend } from './backend.ts';
import { type AnswerCall, type CallOperation, callAnswerer, operationCaller } from './call.ts';
import type { OperationRow } from './operation-row.ts';
import { callPerformer, type PerformCall } from './perform-call.ts';
import { acceptedFaults } from './response-check.ts';
import { MethodNotAllowed } from './router.ts';
import type { CheckedRequest } from './validator.ts';

/** The type by which the adapter calls handlers. Each handler's own type is checked where it is defined. */
type AnyHandler = (input: object) => Promise<Outcome & Afterwards>;

/**
 * Connects Express and the contract. Checks run in this order: path (404), method (405), site (403), credential (401), rate (429), scope or role
 * (403), body (415, 413, 400), proof (403), quota (429), object (404), rule (403, 409).
 */
export async function openOperations(services: Services): Promise<Operations> {
  const { db, clock, keyring } = services.ports;
  const sessions = new Sessions(services.sessions, keyring, hasSecureCookies(services.settings));
  const readUser = sessionUserReader(db);
  const authenticateKey = keyAuthenticator(db, clock);
  const { securityHandlers, ...gates } = admission(services, sessions, authenticateKey);
  const perform = (request: CheckedRequest, exchange: Exchange): Promise<Outcome> => backend.handleRequest(request, request, exchange);
  const performCall = callPerformer(services, perform);
  const backend = new ContractBackend({
    definition: routes,
    handlers: {
      ...Object.fromEntries(
        Object.keys(handlerModules).map((id) => [
          id,
          (_context: Context, request: CheckedRequest, exchange: Exchange) => run(services, readUser, performCall, id as OperationId, request, exchange),
        ]),
      ),
      ...gates,
      notFound: (_context: Context, request: CheckedRequest) => {
        throw backend.router.isPath(`${request.path}/`)
          ? new HttpProblem('not_found', 'Every path must end with a slash. Add one to the end of the path.')
          : new NotFoundError();
      },
      methodNotAllowed: (_context: Context, request: CheckedRequest, exchange: Exchange) => refuseMethod(backend, request, exchange),
      validationFail: (_context: Context, request: CheckedRequest) => {
        throw new ValidationError(request.faults);
      },
    },
    securityHandlers,
  });
  await backend.init();
  const answerCall = callAnswerer(services, performCall);
  return {
    serve(req) {
      const exchange = currentExchange.getStore() as Exchange;
      perform(routable(req), exchange)
        .then((outcome) => answer(services, exchange, outcome))
        .catch((error: unknown) => answerError(services, exchange, error));
    },
    call: operationCaller(answerCall),
    answerCall,
    authenticate: async (exchange) => {
      exchange.key = await agentKey(authenticateKey, exchange);
      return exchange.key;
    },
  };
}

export interface Operations {
  /** Serves a request to a path of the contract. */
  serve(req: Request): void;
  call: CallOperation;
  answerCall: AnswerCall;
  /** Finds the API key of a request that is not for a single operation. The calls that the request makes use this key. */
  authenticate(exchange: Exchange): Promise<ApiKey>;
}

/** Reduces Express's request to a few properties, because openapi-backend copies the object that it is given. */
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

function refuseMethod(backend: ContractBackend, request: CheckedRequest, exchange: Exchange): Outcome {
  let allow: string[] = [];
  try {
    backend.router.matchOperation(request, true);
  } catch (error) {
    if (error instanceof MethodNotAllowed) allow = error.allow;
  }
  const methods = [...allow.map((method) => method.toUpperCase()), ...(allow.includes('get') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  exchange.headers.Allow = methods;
  if (exchange.req.method !== 'OPTIONS') throw new HttpProblem('method_not_allowed', `Use ${methods}.`);
  return { status: 204 };
}

async function run(
  services: Services,
  readUser: ReadSessionUser,
  performCall: PerformCall,
  id: OperationId,
  request: CheckedRequest,
  exchange: Exchange,
): Promise<Outcome> {
  const input = new HandlerInput(services, readUser, performCall, request, exchange);
  const row: OperationRow = operationTable[id];
  if (row.stepUp) await (await import('../step-up.ts')).requireProof(services, row.stepUp, exchange, input.body);
  const counted = hasOwnLimit(operationTable[id]) ? [] : await takeQuotas(services, operationTable[id], exchange, input.body);
  const bare = (await handlerModules[id]()).handler as unknown as AnyHandler;
  const { changesCourse } = row;
  const handle: AnyHandler = changesCourse === undefined ? bare : (given) => changing(exchange, given as HandlerInput, changesCourse, bare);
  const handler: AnyHandler = counted.length ? (given) => countingOutcome(services, counted, () => handle(given)) : handle;
  const { idempotencyKey } = request.checked as NonNullable<CheckedRequest['checked']>;
  const located = (outcome: Outcome): Outcome => {
    if (outcome.status < 300) requirePublished(services, id, input.body);
    const location = locationOf(operationTable[id], request.params ?? {}, outcome);
    if (location) exchange.headers.Location = location;
    return outcome;
  };
  const who = idempotencyKey === undefined ? null : await ownerOf(services, row, input, exchange);
  if (idempotencyKey === undefined || !who) {
    const outcome = row.stale
      ? await services.staleReads.run(rememberedWrite(services, exchange), (db) => handler(Object.assign(input, { tools: { ...input.tools, db } })))
      : await handler(input);
    await outcome.afterwards?.();
    if (row.method !== 'get' && row.scheme !== 'agentKey') await rememberWrite(services, exchange);
    letVisitorsCache(services, operationTable[id], exchange);
    return located(outcome);
  }
  const act = { operationId: id, key: idempotencyKey, request: { path: request.params, body: input.body }, showsSecret: row.showsSecret };
  const { outcome, replayed } = row.waitsOutside
    ? await onceOutside(input.tools, who, act, () => handler(input))
    : await once(input.tools, who, act, (trx) => handler(Object.assign(input, { tools: { ...input.tools, db: trx } })));
  if (replayed) {
    exchange.headers['Idempotent-Replayed'] = 'true';
    await uncountReplay(services, counted);
  } else await outcome.afterwards?.();
  if (row.scheme !== 'agentKey') await rememberWrite(services, exchange);
  return located(outcome);
}

/** Checks that the contract allows a body that was accepted. The tests send bodies of every kind. */
function requirePublished({ settings }: Services, id: OperationId, body: unknown): void {
  const faults = settings.responseValidation === 'always' && body !== undefined ? acceptedFaults(id, body) : [];
  if (faults.length) throw new Error(`openapi.json refuses a body that ${id} accepts: ${faults.join('; ')}`);
}

/** Runs an operation that changes a course, and adds the headers that go with its outcome. */
async function changing(exchange: Exchange, input: HandlerInput, parameter: string, handle: AnyHandler): Promise<Outcome> {
  const { changingCourse } = await import('./course-change.ts');
  const { outcome, headers } = await changingCourse(input, parameter, handle);
  Object.assign(exchange.headers, headers);
  return outcome;
}

/** Returns the owner of the stored outcome of a request with an Idempotency-Key. Guests are identified by the address that they enter. */
async function ownerOf(services: Services, { access }: OperationRow, input: HandlerInput, exchange: Exchange) {
  if (access === 'user' || access === 'second_factor') return input.user;
  if (access !== 'visitor') return input.caller;
  const { email } = (input.body ?? {}) as { email?: string };
  if (input.user || email === undefined) return input.user;
  const { organisationId } = await viewerOf(services, exchange);
  return { organisationId, actorId: guestId(services, organisationId, email) };
}

/** Returns a UUID, without hyphens, that reveals nothing about the address without the secret. */
function guestId({ ports: { keyring } }: Services, organisationId: string, email: string): string {
  const [hash] = keyring.hashCode('guest of an idempotency key', `${organisationId} ${emailKey(email)}`);
  return hash.toString('hex', 0, 16);
}

/** Returns the path of the created object, if the object can be read there. */
function locationOf({ createsIn }: OperationRow, params: Readonly<Record<string, string>>, { status, body }: Outcome): string | null {
  if (createsIn === null || status !== 201) return null;
  const segments = createsIn.split('/').map((segment) => (segment.startsWith('{') ? encodeURIComponent(params[segment.slice(1, -1)] ?? '') : segment));
  return `${segments.join('/')}${(body as { id: string }).id}/`;
}
