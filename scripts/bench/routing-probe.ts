import { randomUUID } from 'node:crypto';
import { OpenAPIRouter, type Request } from 'openapi-backend';
import { ContractBackend } from '../../src/http/contract/backend.ts';
import { operationsOf, readContract } from '../contract/document.ts';
import { routesOf } from '../contract/routes.ts';
import { answerParent } from './child.ts';
import { median } from './statistics.ts';
import { syntheticContract } from './synthetic-contract.ts';

export interface ProbeOrder {
  /** Number of synthetic operations; null for the contract as it is. */
  operations: number | null;
  seconds: number;
}

export interface Probe {
  operations: number;
  /** Time from the parsed document to a backend that can route, in a process that has done nothing else. */
  startMs: number;
  /** Heap that the backend occupies, in bytes. */
  heapBytes: number;
  /** Microseconds per request. */
  hitMicros: number;
  missMicros: number;
  stockHitMicros: number;
  stockMissMicros: number;
}

interface Matcher {
  matchOperation(request: Request): unknown;
}

type Target = Pick<Request, 'method' | 'path'>;

answerParent(async ({ operations, seconds }: ProbeOrder): Promise<Probe> => {
  const real = await readContract();
  const definition = operations === null ? real : syntheticContract(real, operations);
  const entries = operationsOf(definition);
  const handlers = Object.fromEntries(
    [...entries.map(({ operation }) => operation.operationId), 'notFound', 'validationFail', 'unauthorizedHandler'].map((name) => [name, () => {}]),
  );
  const heapBefore = heapUsed();
  const started = performance.now();
  const backend = await new ContractBackend({ definition: routesOf(definition), handlers, securityHandlers: { agentKey: () => true } }).init();
  const startMs = performance.now() - started;
  const heapBytes = heapUsed() - heapBefore;
  const hits = entries.map(({ method, path }) => ({ method, path: path.replaceAll(/\{[^}]+\}/g, () => randomUUID()) }));
  const misses = hits.map(({ method, path }) => ({ method, path: `${path}nothing/` }));
  const stock = new OpenAPIRouter({ definition: backend.definition, ignoreTrailingSlashes: false });
  for (const { method, path } of hits) if (!backend.router.matchOperation({ method, path, headers: {} })) throw new Error(`${method} ${path} is not routed`);
  return {
    operations: entries.length,
    startMs,
    heapBytes,
    hitMicros: microsEach(backend.router, hits, seconds),
    missMicros: microsEach(backend.router, misses, seconds),
    stockHitMicros: microsEach(stock, hits, seconds),
    stockMissMicros: microsEach(stock, misses, seconds),
  };
});

/**
 * Returns the median over batches. A batch goes through the targets for at least a hundredth of the time, so that the clock's resolution does not
 * matter.
 */
function microsEach(router: Matcher, targets: Target[], seconds: number): number {
  const batchMs = seconds * 10;
  const batches: number[] = [];
  let next = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const started = performance.now();
    let requests = 0;
    let elapsed = 0;
    while (elapsed < batchMs) {
      const target = targets[next++ % targets.length] as Target;
      router.matchOperation({ method: target.method, path: target.path, headers: {} });
      requests++;
      if (requests % 8 === 0 || elapsed === 0) elapsed = performance.now() - started;
    }
    batches.push((elapsed * 1000) / requests);
  }
  return median(batches.slice(Math.floor(batches.length / 4)));
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
