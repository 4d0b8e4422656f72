import type { Clock } from '../clock/clock.ts';

/** At most `limit` actions within any `windowSeconds` seconds. */
export interface Quota {
  limit: number;
  windowSeconds: number;
}

export interface Verdict {
  allowed: boolean;
  remaining: number;
  /** Milliseconds until the oldest counted action leaves the window. After a rejection, this is when the next action is allowed. */
  resetMs: number;
}

/** Counts actions per key. A rejected action is not counted. */
export interface SlidingWindow {
  take(key: string, quota: Quota): Promise<Verdict>;
}

const SWEEP_EVERY_MS = 60_000;

interface Acts {
  times: number[];
  /** When the last of them leaves the window. */
  until: number;
}

/** An exact window in this process's memory: the time of every counted action is kept until it leaves the window. */
export class MemoryWindow implements SlidingWindow {
  readonly #clock: Clock;
  readonly #acts = new Map<string, Acts>();
  #swept = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async take(key: string, { limit, windowSeconds }: Quota): Promise<Verdict> {
    const now = this.#clock.now();
    const since = now - windowSeconds * 1000;
    this.#sweep(now);
    const acts = this.#acts.get(key) ?? { times: [], until: 0 };
    const { times } = acts;
    const kept = times.findIndex((time) => time > since);
    times.splice(0, kept === -1 ? times.length : kept);
    const allowed = times.length < limit;
    if (allowed) {
      times.push(now);
      acts.until = now + windowSeconds * 1000;
      this.#acts.set(key, acts);
    }
    return { allowed, remaining: limit - times.length, resetMs: (times[0] ?? now) - since };
  }

  /** Once a minute, removes the keys whose actions have all left the window. */
  #sweep(now: number): void {
    if (now < this.#swept + SWEEP_EVERY_MS) return;
    this.#swept = now;
    for (const [key, { until }] of this.#acts) if (until <= now) this.#acts.delete(key);
  }
}
