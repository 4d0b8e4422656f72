import type { Job, WorkerEvents } from 'graphile-worker';

/**
 * Leaves a place of a lane to others, whatever one organisation has to do. A job carries its organisation as a flag (`src/domain/kernel/jobs.ts`); while
 * an organisation has as many jobs running here as it may, no more of its jobs are taken. Those of nobody are not bounded.
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
   * Waits until nobody else takes a job, because only then it is known whose jobs run, and returns the flags of those that must not be taken. Each of the
   * three ways in which graphile-worker ends taking a job ends the turn.
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
