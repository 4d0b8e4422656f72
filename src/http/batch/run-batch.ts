import { createHash } from 'node:crypto';
import type { ApiKey } from '../../domain/identity/api-keys/authenticate.ts';
import type { Shape } from '../../domain/kernel/contract.ts';
import { DomainError, Refusal, ValidationError } from '../../domain/kernel/errors.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { JsonText } from '../../platform/database/json.ts';
import { refuse } from '../answer.ts';
import { callExchange, type PerformCall } from '../contract/perform-call.ts';
import { takeFromQuota } from '../credentials.ts';
import type { Exchange } from '../exchange.ts';
import { ordered, orderOf } from '../member-order.ts';
import { HttpProblem } from '../problems.ts';
import type { Services } from '../services.ts';
import { type BatchOperation, checkPlan, resolvePath } from './plan.ts';

export type Batch = Shape<'AgentBatchWrite'>;

/** Carries out the operations of a batch. `isKept` tells whether repeating the batch with the same Idempotency-Key returns this response again. */
export type RunBatch = (batch: Batch) => Promise<{ body: JsonText<Shape<'AgentBatch'>>; isKept: boolean }>;

interface BatchRequest {
  services: Services;
  performCall: PerformCall;
  /** The exchange of the batch itself. */
  exchange: Exchange;
  idempotencyKey: string | undefined;
}

interface Result {
  status: number;
  headers: Record<string, string>;
  /** The body as JSON. */
  text: string;
}

/** Headers of a response that belong to the operation alone. */
const PASSED_ON = ['Location', 'ETag', 'Retry-After', 'Idempotent-Replayed', 'Deprecation', 'Sunset'];
/** Headers that report the remaining quota for the next request, whatever it is. */
const RATE = ['RateLimit-Policy', 'RateLimit'];
/** Maximum total size of the responses, which are kept until the last one is known. */
const MOST_RESULT_BYTES = 16 * 1024 * 1024;

export async function runBatch(request: BatchRequest, { operations, all_or_nothing: isAtomic }: Batch): ReturnType<RunBatch> {
  checkPlan(operations);
  const results = await (isAtomic ? runAtomically(request, operations) : runEach(request, operations));
  const texts = results.map(({ status, headers, text }, index) => {
    const { operation, name = null } = operations[index] as BatchOperation;
    return `${JSON.stringify({ operation, name, status, headers }).slice(0, -1)},"body":${text}}`;
  });
  return { body: new JsonText(`{"results":[${texts.join(',')}]}`), isKept: !results.some(({ status }) => status === 429 || isOutage(status)) };
}

const isOutage = (status: number): boolean => status >= 500;

async function runEach(request: BatchRequest, operations: readonly BatchOperation[]): Promise<Result[]> {
  const { services } = request;
  const sequence = new Sequence(request);
  const results: Result[] = [];
  let hasFailed = false;
  for (const [index, operation] of operations.entries()) {
    // The first operation was counted when the batch was admitted.
    const exchange = { ...callExchange(), isCounted: index === 0 };
    const began = performance.now();
    const result = await (hasFailed
      ? Promise.reject(notAttempted('An earlier operation in the batch has failed.'))
      : sequence.run(operation, index, exchange)
    ).catch((error: unknown): Result => {
      const { problem, headers } = refuse(services, { ...exchange, operationId: isAttempt(error) ? operation.operation : null }, error);
      return { status: problem.status, headers, text: JSON.stringify(problem) };
    });
    hasFailed ||= isOutage(result.status);
    report(request, operation, result, began);
    for (const name of RATE) if (exchange.headers[name] !== undefined) request.exchange.headers[name] = exchange.headers[name];
    results.push(result);
  }
  return results;
}

function report({ services, exchange }: BatchRequest, { operation }: BatchOperation, { status }: Result, began: number): void {
  const ms = Math.round((performance.now() - began) * 100) / 100;
  const { organisation, id } = exchange.key as ApiKey;
  services.logger.info({ request_id: exchange.requestId, operation, organisation: organisation.id, key: id, status, ms }, 'operation of a batch');
}

/** @throws DomainError batch_failed; HttpProblem throttled; ValidationError if the limit of the key is smaller than the batch */
async function runAtomically(request: BatchRequest, operations: readonly BatchOperation[]): Promise<Result[]> {
  const { services, exchange } = request;
  const { limit } = services.settings.agentQuota;
  if (operations.length > limit)
    throw new ValidationError([{ field: 'operations', code: 'too_many', message: `Must have at most ${limit} operations, which is the key's limit.` }]);
  if (operations.length > 1) await takeFromQuota(services, exchange, exchange.key as ApiKey, operations.length - 1);
  let current = 0;
  try {
    return await inTransaction(services.ports.db, async (trx) => {
      const sequence = new Sequence(request);
      const results: Result[] = [];
      for (const [index, operation] of operations.entries()) {
        current = index;
        results.push(await sequence.run(operation, index, { ...callExchange(), isCounted: true, trx }));
      }
      current = operations.length;
      return results;
    });
  } catch (error) {
    const refused = operations[current];
    if (!(error instanceof Refusal) || !refused) throw error;
    const { problem } = refuse(services, { ...exchange, operationId: isAttempt(error) ? refused.operation : null }, error);
    if (isOutage(problem.status)) throw error;
    throw new DomainError('batch_failed', `Operation ${current} (${refused.operation}) was refused: ${problem.title}. Nothing was changed.`, {
      operation: current,
      problem,
    });
  }
}

const notAttempted = (why: string): HttpProblem => new HttpProblem('not_attempted', why);

/** Whether the operation was attempted. Operations do not declare the error for one that was not. */
const isAttempt = (error: unknown): boolean => !(error instanceof HttpProblem && error.code === 'not_attempted');

/** Runs the operations of one batch, one after the other. */
class Sequence {
  readonly #request: BatchRequest;
  /** IDs of the created objects, by the names of the operations. */
  readonly #ids = new Map<string, string>();
  #bytes = 0;

  constructor(request: BatchRequest) {
    this.#request = request;
  }

  /** Runs one operation, and throws any error that it throws.
   * @throws HttpProblem not_attempted */
  async run(given: BatchOperation, index: number, exchange: Exchange): Promise<Result> {
    const { operation, name, query = {}, body = {} } = given;
    const resolved = resolvePath(given, this.#ids);
    if ('missing' in resolved) throw notAttempted(`The operation "${resolved.missing}" did not create an object.`);
    if (this.#bytes > MOST_RESULT_BYTES) throw notAttempted('The responses have become too large.');
    const headers = { 'idempotency-key': this.#keyOf(index) };
    const outcome = await this.#request.performCall(operation, { path: resolved.path, query, body, headers }, exchange);
    const { body: made = null } = outcome;
    const text = made instanceof JsonText ? made.text : JSON.stringify(ordered(made, orderOf(operation, outcome.status)));
    this.#bytes += Buffer.byteLength(text);
    if (name !== undefined) this.#ids.set(name, (JSON.parse(text) as { id: string }).id);
    const passedOn = PASSED_ON.flatMap((header) => (exchange.headers[header] === undefined ? [] : [[header, exchange.headers[header]] as const]));
    return { status: outcome.status, headers: Object.fromEntries(passedOn), text };
  }

  /** Returns the key of an operation. Each has its own, so that none is carried out twice after an interruption. */
  #keyOf(index: number): string | undefined {
    const { idempotencyKey } = this.#request;
    return idempotencyKey === undefined ? undefined : createHash('sha256').update(`${index} of ${idempotencyKey}`).digest('base64url');
  }
}
