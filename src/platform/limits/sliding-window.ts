import type { Clock } from '../clock/clock.ts';

/** At most `limit` acts in any `windowSeconds` seconds. */
export interface Quota {
  limit: number;
  windowSeconds: number;
}

export interface Verdict {
  allowed: boolean;
  remaining: number;
  /** Milliseconds until the oldest counted act falls out of the window; when refused, until the next one is allowed. */
  resetMs: number;
}

/** Counts acts by key. A refused act is not counted. */
export interface SlidingWindow {
  take(key: string, quota: Quota): Promise<Verdict>;
}

/** In this process's memory, exact: every counted act's time is kept for the window. */
export class MemoryWindow implements SlidingWindow {
  readonly #clock: Clock;
  readonly #acts = new Map<string, number[]>();
  #swept = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async take(key: string, { limit, windowSeconds }: Quota): Promise<Verdict> {
    const now = this.#clock.now();
    const since = now - windowSeconds * 1000;
    this.#sweep(now, since);
    const acts = this.#acts.get(key) ?? [];
    const kept = acts.findIndex((time) => time > since);
    acts.splice(0, kept === -1 ? acts.length : kept);
    const allowed = acts.length < limit;
    if (allowed) acts.push(now);
    this.#acts.set(key, acts);
    return { allowed, remaining: limit - acts.length, resetMs: (acts[0] ?? now) - since };
  }

  /** Once a window, forgets keys that nobody used in it. */
  #sweep(now: number, since: number): void {
    if (this.#swept > since) return;
    this.#swept = now;
    for (const [key, acts] of this.#acts) if ((acts.at(-1) ?? 0) <= since) this.#acts.delete(key);
  }
}
