import { readFileSync } from 'node:fs';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DEPENDENCIES, type Dependency } from '../platform/outages/outage.ts';
import type { Exchange } from './exchange.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';

/** The cause of a 503: the system that failed, too many requests at once, or a missing configuration. */
export type UnavailableCause = Dependency | 'overload' | ProblemCode;

export interface Metrics {
  /** Metrics that only this process knows. */
  registry: Registry;
  /** Metrics that are the same in every process. If there are several workers, only one is asked for them. */
  common: Registry;
  /** Returns the text that Prometheus reads: the metrics of this process, or of all workers of this machine together. */
  read(): Promise<string>;
  observe(exchange: Exchange, status: number, seconds: number): void;
  /** Counts a request that was refused by this limit (429). */
  throttled(limit: string): void;
  /** Counts a request that was refused for this cause (503). */
  unavailable(cause: UnavailableCause): void;
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

/** Gauges whose names are those of counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * Creates the Prometheus metrics of this process. Labels are operations, statuses and other names known to the code, never ids.
 * @param limits the names of all limits
 */
export function createMetrics(limits: readonly string[], revision: string | null = null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const throttled = new Counter({ name: 'http_throttled_total', help: 'Requests that a limit refused (429).', labelNames: ['limit'], registers });
  for (const limit of [...limits, ...codesOf(429, 'throttled')]) throttled.inc({ limit }, 0);
  const unavailable = new Counter({
    name: 'http_unavailable_total',
    help: 'Requests that were refused with 503: a system failed, too many requests came at once, or something is not configured.',
    labelNames: ['cause'],
    registers,
  });
  for (const cause of ['overload', ...DEPENDENCIES, ...codesOf(503, 'service_unavailable')]) unavailable.inc({ cause }, 0);
  new Gauge({ name: 'service_start_time_seconds', help: 'Start time of this process, in seconds since 1970.', aggregator: 'max', registers }).set(
    Math.round(performance.timeOrigin / 1000),
  );
  new Gauge({
    name: 'service_build_info',
    help: 'The running release, and the revision of its source.',
    labelNames: ['version', 'revision'],
    aggregator: 'first',
    registers,
  }).set({ version, revision: revision ?? 'unknown' }, 1);
  const countStatements = statementCounters(registry);
  const common = new Registry();
  return {
    registry,
    common,
    read: () => Registry.merge([registry, common]).metrics(),
    observe({ operationId, queries, queryMs }, status, seconds) {
      const operation = operationId ?? 'none';
      duration.observe({ operation, status }, seconds);
      if (queries) countStatements(operation, queries, queryMs);
    },
    throttled: (limit) => throttled.inc({ limit }),
    unavailable: (cause) => unavailable.inc({ cause }),
  };
}

/** Returns the codes with this status, except the one for which a limit or a cause is reported instead. */
const codesOf = (status: number, general: ProblemCode) =>
  Object.entries(PROBLEMS).flatMap(([code, problem]) => (problem.status === status && code !== general ? [code] : []));

/** Creates the counters of statements. Statements are added up during requests and only counted when the counters are read, which is cheaper. */
function statementCounters(registry: Registry): (operation: string, count: number, ms: number) => void {
  const sums = new Map<string, { count: number; ms: number }>();
  const collect = () => {
    for (const [operation, { count, ms }] of sums) {
      statements.inc({ operation }, count);
      seconds.inc({ operation }, ms / 1000);
    }
    sums.clear();
  };
  const options = { labelNames: ['operation'] as const, registers: [registry], collect };
  const statements = new Counter({ name: 'database_statements_total', help: 'Statements sent to the database by requests.', ...options });
  const seconds = new Counter({
    name: 'database_statement_duration_seconds_total',
    help: 'Time that requests waited for statements, without the time until a connection was free.',
    ...options,
  });
  return (operation, count, ms) => {
    const sum = sums.get(operation);
    if (sum) {
      sum.count += count;
      sum.ms += ms;
    } else sums.set(operation, { count, ms });
  };
}
