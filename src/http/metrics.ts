import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Exchange } from './exchange.ts';

export interface Metrics {
  registry: Registry;
  /** Returns the text that Prometheus reads: the metrics of this process, or of all workers of this machine together. */
  read(): Promise<string>;
  observe(exchange: Exchange, status: number, seconds: number): void;
}

/** Prometheus metrics of this process. Labels are operations and statuses, never ids. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const statements = new Counter({
    name: 'database_statements_total',
    help: 'Statements sent to the database by requests.',
    labelNames: ['operation'],
    registers: [registry],
  });
  new Gauge({ name: 'service_start_time_seconds', help: 'Start time of this process, in seconds since 1970.', aggregator: 'max', registers: [registry] }).set(
    Math.round(performance.timeOrigin / 1000),
  );
  return {
    registry,
    read: () => registry.metrics(),
    observe({ operationId, queries }, status, seconds) {
      const operation = operationId ?? 'none';
      duration.observe({ operation, status }, seconds);
      if (queries) statements.inc({ operation }, queries);
    },
  };
}
