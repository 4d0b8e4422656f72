import type { OperationId } from '../../../generated/operations.ts';
import { JsonText } from '../../platform/database/json.ts';
import { refuse } from '../answer.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import type { Reply } from '../handler.ts';
import { ordered, orderOf } from '../member-order.ts';
import type { Problem } from '../problems.ts';
import type { Services } from '../services.ts';
import { type CallInput, callExchange, type PerformCall } from './perform-call.ts';

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

export function callAnswerer(services: Services, performCall: PerformCall): AnswerCall {
  return async (id, input = {}) => {
    const outer = currentExchange.getStore() as Exchange;
    const exchange = callExchange();
    try {
      const { status, body } = await performCall(id, input, exchange);
      outer.user ??= exchange.user;
      return { status, body: body instanceof JsonText ? body.toJSON() : ordered(body, orderOf(id, status)), problem: null, headers: exchange.headers };
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
