import type { Quota, SlidingWindow, Verdict } from '../../src/platform/limits/sliding-window.ts';

/** Counts as usual, but allows far more requests than a person would send. */
export class WideWindow implements SlidingWindow {
  readonly #window: SlidingWindow;

  constructor(window: SlidingWindow) {
    this.#window = window;
  }

  take(key: string, { limit, windowSeconds }: Quota): Promise<Verdict> {
    return this.#window.take(key, { limit: limit * 1_000_000, windowSeconds });
  }

  giveBack(key: string): Promise<void> {
    return this.#window.giveBack(key);
  }

  forget(key: string): Promise<void> {
    return this.#window.forget(key);
  }
}
