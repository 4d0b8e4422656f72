import { agentCodes } from '../../generated/problem-codes.ts';
import type { Calls } from './calls.ts';
import type { AgentPaths, Schemas } from './contract.ts';
import { LmsError } from './errors.ts';
import type { Retry } from './retry.ts';

export type BatchOperation = Schemas['AgentBatchOperation'];
export type BatchResult = Schemas['AgentBatchResult'];

export interface BatchOptions {
  /** Whether to change nothing if one of the operations is refused: `batch` then throws an `LmsError` with code `batch_failed`. */
  allOrNothing?: boolean;
}

const TOO_MANY_REQUESTS = 429;
const NOT_ATTEMPTED = 424;

/**
 * Carries out up to 100 operations in one request, and returns their results in the same order. Operations beyond the limit of the key, and those that refer
 * to them, are sent again when `Retry-After` has passed.
 * @throws LmsError if the batch itself is refused
 */
export async function batch(
  calls: Calls<AgentPaths>,
  operations: readonly BatchOperation[],
  { allOrNothing = false }: BatchOptions,
  { mostWaitSeconds, onWait, sleep }: Pick<Retry, 'mostWaitSeconds' | 'onWait' | 'sleep'>,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  const ids = new Map<string, string>();
  let left = operations.map((_, index) => index);
  for (let waited = 0; ; ) {
    const sent = left.map((index) => withIds(operations[index] as BatchOperation, ids));
    const answer = await calls.post('/batch/', { body: { operations: sent, all_or_nothing: allOrNothing } });
    for (const [place, result] of answer.results.entries()) {
      results[left[place] as number] = result;
      if (result.name !== null && result.status < 300) ids.set(result.name, (result.body as { id: string }).id);
    }
    const waits = answer.results.flatMap(({ status, headers }) => (status === TOO_MANY_REQUESTS ? [Number(headers['Retry-After'] ?? 1)] : []));
    const seconds = Math.max(1, ...waits);
    if (waits.length === 0 || waited + seconds > mostWaitSeconds) return results;
    waited += seconds;
    onWait(seconds, 'too many requests');
    await sleep(seconds);
    left = left.filter((index) => isRefusedForNow(index, operations, results));
  }
}

/** Whether the operation was refused only because of the limit, or refers to one that was. */
function isRefusedForNow(index: number, operations: readonly BatchOperation[], results: readonly BatchResult[]): boolean {
  const { status } = results[index] as BatchResult;
  if (status !== NOT_ATTEMPTED) return status === TOO_MANY_REQUESTS;
  const names = Object.values(operations[index]?.path ?? {}).flatMap((value) => (value.startsWith('$') ? [value.slice(1)] : []));
  const referredTo = names.map((name) => operations.findIndex((operation) => operation.name === name));
  return referredTo.every((other) => (results[other]?.status ?? 0) < 300 || isRefusedForNow(other, operations, results));
}

/** Replaces references with the IDs of the objects that earlier batches created. */
const withIds = ({ path, ...operation }: BatchOperation, ids: ReadonlyMap<string, string>): BatchOperation =>
  path ? { ...operation, path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, ids.get(value.slice(1)) ?? value])) } : operation;

/**
 * Returns the body of the response to an operation of a batch.
 * @throws LmsError if the operation was refused
 */
export function bodyOf<T>({ operation, status, headers, body }: BatchResult): T {
  if (status >= 400) throw new LmsError(operation, body, new Response(null, { status, headers }), agentCodes);
  return body as T;
}
