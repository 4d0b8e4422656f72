import { type OperationId, operationTable } from '../../../generated/operations.ts';
import type { FieldFault } from '../../domain/kernel/errors.ts';
import type { Outcome } from '../../domain/kernel/idempotency/once.ts';
import { requireContract } from '../answer.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import type { Services } from '../services.ts';
import type { OperationRow } from './operation-row.ts';
import type { CheckedRequest } from './validator.ts';

/** The parts of the call, in the form that they would have in a separate request. None of them has been checked. */
export interface CallInput {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** Headers that replace those of the request. Undefined: the call has no such header. */
  headers?: Readonly<Record<string, string | undefined>>;
  /** Faults that were found while the body was read. */
  faults?: FieldFault[];
}

/** Operations with an unsafe method that a GET may call, because only the browser that began the sign-in can complete it with the provider's URL. */
const CALLED_BY_GET: ReadonlySet<OperationId> = new Set(['logInWithProvider', 'reauthenticate']);

type Perform = (request: CheckedRequest, exchange: Exchange) => Promise<Outcome>;

/** Calls an operation as `AnswerCall` does, with an exchange of its own. Refusals are thrown. The body can be text of the database. */
export type PerformCall = (id: OperationId, input: CallInput, exchange: Exchange) => Promise<Outcome>;

/** Returns the exchange of a call: that of the request being handled, without the parts that belong to the request's own operation. */
export const callExchange = (): Exchange => {
  const outer = currentExchange.getStore() as Exchange;
  return { ...outer, operationId: null, session: null, user: null, kiosk: null, headers: {} };
};

export function callPerformer(services: Services, perform: Perform): PerformCall {
  return async (id, input, exchange) => {
    const row: OperationRow = operationTable[id];
    const isSafe = exchange.req.method === 'GET' || exchange.req.method === 'HEAD';
    if (isSafe && row.method !== 'get' && !CALLED_BY_GET.has(id)) throw new Error(`a ${exchange.req.method} must not call ${id}`);
    const outcome = await perform(requestOf(row, input, exchange), exchange);
    requireContract(services, { ...exchange, operationId: id }, outcome.status, outcome.body, 0);
    return outcome;
  };
}

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
