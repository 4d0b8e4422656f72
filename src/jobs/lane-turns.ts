import type { Job, WorkerEvents } from 'graphile-worker';

/**
 * Keeps one place of a lane free for others, however many jobs one organisation has. A job carries its organisation as a flag
 * (`src/domain/kernel/jobs.ts`); while an organisation has its maximum number of jobs running here, no more of its jobs are taken. Jobs without an
 * organisation are not limited.
 */
export class LaneTurns {
  readonly #mostOfOne: number;
  readonly #running = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #isTaking = false;

  constructor(places: number, events: WorkerEvents) {
    this.#mostOfOne = Math.max(1, places - 1);
    events.on('job:start', ({ job }) => {
      this.#count(job, 1);
      this.#next();
    });
    events.on('worker:getJob:empty', () => this.#next());
    events.on('worker:getJob:error', () => this.#next());
    events.on('job:complete', ({ job }) => this.#count(job, -1));
  }

  /**
   * Waits until nobody else is taking a job, because only then is it known whose jobs are running, and returns the flags of the jobs that must not be
   * taken. The turn ends with any of the three events by which graphile-worker finishes taking a job.
   */
  async begin(): Promise<string[]> {
    if (this.#isTaking) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    this.#isTaking = true;
    return [...this.#running].filter(([, count]) => count >= this.#mostOfOne).map(([flag]) => flag);
  }

  #next(): void {
    const begin = this.#waiting.shift();
    if (begin) begin();
    else this.#isTaking = false;
  }

  #count({ flags }: Job, by: 1 | -1): void {
    for (const flag of Object.keys(flags ?? {})) {
      const count = (this.#running.get(flag) ?? 0) + by;
      if (count > 0) this.#running.set(flag, count);
      else this.#running.delete(flag);
    }
  }
}
