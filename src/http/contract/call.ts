import { type OperationId, operationTable } from '../../../generated/operations.ts';
import type { FieldFault } from '../../domain/kernel/errors.ts';
import type { Outcome } from '../../domain/kernel/idempotency/once.ts';
import { JsonText } from '../../platform/database/json.ts';
import { refuse, requireContract } from '../answer.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import type { Reply } from '../handler.ts';
import type { Problem } from '../problems.ts';
import type { Services } from '../services.ts';
import type { OperationRow } from './operation-row.ts';
import type { CheckedRequest } from './validator.ts';

/** The parts of the call, as they would be in a request of its own. Nothing in them has been checked. */
export interface CallInput {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** Headers that take the place of those of the request. Undefined: the call has no such header. */
  headers?: Readonly<Record<string, string | undefined>>;
  /** What was found while the body was read. */
  faults?: FieldFault[];
}

/** The response of a call, or its refusal. */
export interface CallAnswer {
  status: number;
  /** A problem document if the operation refuses. */
  body: unknown;
  problem: Problem | null;
  headers: Record<string, string>;
}

/**
 * Calls an operation on behalf of the request that is being handled, which is only known while the service runs. The call passes the same checks as a
 * request of its own with the same headers: site, credential, limits, scope or role, validation, quotas.
 */
export type AnswerCall = (id: OperationId, input?: CallInput) => Promise<CallAnswer>;

type ReplyBody<Id extends OperationId> = Extract<Reply<Id>, { body: unknown }> extends { body: infer Body } ? Body : undefined;

/**
 * Calls an operation as `AnswerCall` does, and returns the body of its response.
 * @throws RefusedCall with the problem that the operation would respond with
 */
export type CallOperation = <Id extends OperationId>(id: Id, input?: CallInput) => Promise<ReplyBody<Id>>;

export class RefusedCall extends Error {
  readonly problem: Problem;
  /** Headers that belong to the problem, such as Retry-After. */
  readonly headers: Record<string, string>;

  constructor(problem: Problem, headers: Record<string, string>) {
    super(problem.detail);
    this.problem = problem;
    this.headers = headers;
  }
}

/** Operations with an unsafe method that a GET may call: nobody but the browser that began the sign-in can complete it with the provider's URL. */
const CALLED_BY_GET: ReadonlySet<OperationId> = new Set(['logInWithProvider']);

type Perform = (request: CheckedRequest, exchange: Exchange) => Promise<Outcome>;

export function callAnswerer(services: Services, perform: Perform): AnswerCall {
  return async (id, input = {}) => {
    const outer = currentExchange.getStore() as Exchange;
    const row: OperationRow = operationTable[id];
    const isSafe = outer.req.method === 'GET' || outer.req.method === 'HEAD';
    if (isSafe && row.method !== 'get' && !CALLED_BY_GET.has(id)) throw new Error(`a ${outer.req.method} must not call ${id}`);
    const exchange: Exchange = { ...outer, operationId: null, session: null, user: null, kiosk: null, headers: {} };
    try {
      const { status, body } = await perform(requestOf(row, input, outer), exchange);
      requireContract(services, { ...exchange, operationId: id }, status, body, 0);
      outer.user ??= exchange.user;
      return { status, body: body instanceof JsonText ? body.toJSON() : body, problem: null, headers: exchange.headers };
    } catch (error) {
      const { problem, headers } = refuse(services, exchange, error);
      return { status: problem.status, body: problem, problem, headers };
    }
  };
}

export const operationCaller =
  (answer: AnswerCall): CallOperation =>
  async (id, input) => {
    const { body, problem, headers } = await answer(id, input);
    if (problem) throw new RefusedCall(problem, headers);
    return body as never;
  };

function requestOf(row: OperationRow, { path = {}, query = {}, body = {}, headers = {}, faults = [] }: CallInput, { req }: Exchange): CheckedRequest {
  return {
    method: row.method,
    path: row.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(path[name] ?? '')),
    search: new URLSearchParams(query).toString(),
    headers: { ...req.headers, ...headers } as CheckedRequest['headers'],
    body: row.body ? body : undefined,
    faults,
  };
}
