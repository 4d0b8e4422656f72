import { Counter, type Registry } from 'prom-client';

/** Counts the attempts of this process to run jobs and their outcomes, by task. */
export class JobCounts {
  readonly #attempts: Counter<'task' | 'outcome'>;
  readonly #retries: Counter<'task'>;
  readonly #seconds: Counter<'task'>;
  readonly #dead: Counter<'task'>;

  /** Reports all tasks from the start, because growth cannot be seen in a number that was missing before. */
  constructor(registry: Registry, names: readonly string[]) {
    const registers = [registry];
    this.#attempts = new Counter({
      name: 'jobs_attempts_total',
      help: 'Attempts to run a job, by how they ended.',
      labelNames: ['task', 'outcome'],
      registers,
    });
    this.#retries = new Counter({ name: 'jobs_retries_total', help: 'Attempts to run a job after one that failed.', labelNames: ['task'], registers });
    this.#seconds = new Counter({ name: 'jobs_duration_seconds_total', help: 'Time that attempts to run jobs took.', labelNames: ['task'], registers });
    this.#dead = new Counter({ name: 'jobs_dead_total', help: 'Jobs that failed and are not tried again.', labelNames: ['task'], registers });
    for (const task of names) {
      for (const outcome of ['success', 'failure']) this.#attempts.inc({ task, outcome }, 0);
      for (const counter of [this.#retries, this.#seconds, this.#dead]) counter.inc({ task }, 0);
    }
  }

  /** Counts an attempt that has ended. `number` is 1 for the first one. */
  count(task: string, { number, seconds, failed }: { number: number; seconds: number; failed: boolean }): void {
    this.#attempts.inc({ task, outcome: failed ? 'failure' : 'success' });
    this.#seconds.inc({ task }, seconds);
    if (number > 1) this.#retries.inc({ task });
  }

  /** Counts a job that will not be tried again. */
  countDead(task: string): void {
    this.#dead.inc({ task });
  }
}
