import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DEPENDENCIES, type OutageError } from './outage.ts';

/** Time after which a continuing outage is logged again, with the number of failures in between. */
const REPEAT_MS = 30_000;
const MOST_REMEMBERED = 100;

/** Logs each outage once instead of once per request, and counts every failure in the metrics. */
export class OutageLog {
  readonly #logger: Logger;
  readonly #failures: Counter<'dependency'>;
  /** Logged outages by message. */
  readonly #logged = new Map<string, { at: number; since: number }>();

  constructor(logger: Logger, registry: Registry) {
    this.#logger = logger;
    this.#failures = new Counter({
      name: 'dependency_failures_total',
      help: 'Failures of the systems that this service depends on.',
      labelNames: ['dependency'],
      registers: [registry],
    });
    for (const dependency of DEPENDENCIES) this.#failures.inc({ dependency }, 0);
  }

  /** Logs that a job has failed and will not be tried again. */
  reportDeadJob(job: string, error: unknown): void {
    this.#logger.error({ job, err: error instanceof Error ? error.message : String(error) }, 'job failed permanently');
  }

  report({ dependency, message }: OutageError): void {
    this.#failures.labels(dependency).inc();
    const logged = this.#logged.get(message);
    const now = performance.now();
    if (logged && now - logged.at < REPEAT_MS) {
      logged.since++;
      return;
    }
    if (this.#logged.size >= MOST_REMEMBERED) this.#logged.clear();
    this.#logged.set(message, { at: now, since: 0 });
    this.#logger.warn({ dependency, err: message, ...(logged?.since ? { failures_since: logged.since } : {}) }, 'dependency failed');
  }
}
