import type { Clock } from '../clock/clock.ts';

/** At most `limit` actions within any `windowSeconds` seconds. */
export interface Quota {
  limit: number;
  windowSeconds: number;
  /** Pauses after which further actions are allowed: each is twice as long as the one before, from `firstSeconds` up to `longestSeconds`. */
  pauses?: { firstSeconds: number; longestSeconds: number } | undefined;
}

export interface Verdict {
  allowed: boolean;
  remaining: number;
  /** Milliseconds until the oldest counted action leaves the window. After a rejection, milliseconds until the actions are allowed. */
  resetMs: number;
}

/** Counts actions per key. A rejected action is not counted, and of several at once, all are counted or none. */
export interface SlidingWindow {
  /** @param count at most the limit */
  take(key: string, quota: Quota, count?: number): Promise<Verdict>;
  /** Forgets the last counted action, for an action that does not count after all. */
  giveBack(key: string): Promise<void>;
  /** Forgets all counted actions. */
  forget(key: string): Promise<void>;
}

/** @param excess number of the action beyond the limit, from 1 */
const pauseSeconds = ({ firstSeconds, longestSeconds }: NonNullable<Quota['pauses']>, excess: number): number =>
  Math.min(firstSeconds * 2 ** (excess - 1), longestSeconds);

const SWEEP_EVERY_MS = 60_000;

interface Acts {
  times: number[];
  /** Time at which the last of them leaves the window. */
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

  async take(key: string, { limit, windowSeconds, pauses }: Quota, count = 1): Promise<Verdict> {
    const now = this.#clock.now();
    const since = now - windowSeconds * 1000;
    this.#sweep(now);
    const acts = this.#acts.get(key) ?? { times: [], until: 0 };
    const { times } = acts;
    const kept = times.findIndex((time) => time > since);
    times.splice(0, kept === -1 ? times.length : kept);
    const tooMany = times.length + count - limit;
    const pauseEnds = pauses && tooMany > 0 ? (times.at(-1) ?? now) + pauseSeconds(pauses, tooMany) * 1000 : undefined;
    const allowed = tooMany <= 0 || (pauseEnds !== undefined && pauseEnds <= now);
    if (allowed) {
      times.push(...Array.from({ length: count }, () => now));
      acts.until = now + windowSeconds * 1000;
      this.#acts.set(key, acts);
    }
    if (pauseEnds !== undefined) return { allowed, remaining: 0, resetMs: Math.max(0, pauseEnds - now) };
    return { allowed, remaining: limit - times.length, resetMs: (times[Math.max(0, tooMany - 1)] ?? now) - since };
  }

  async giveBack(key: string): Promise<void> {
    this.#acts.get(key)?.times.pop();
  }

  async forget(key: string): Promise<void> {
    this.#acts.delete(key);
  }

  /** Once a minute, removes the keys whose actions have all left the window. */
  #sweep(now: number): void {
    if (now < this.#swept + SWEEP_EVERY_MS) return;
    this.#swept = now;
    for (const [key, { until }] of this.#acts) if (until <= now) this.#acts.delete(key);
  }
}
