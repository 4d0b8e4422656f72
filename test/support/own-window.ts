import type { Quota, SlidingWindow, Verdict } from '../../src/platform/limits/sliding-window.ts';

/** Counts apart from all other services of the run, which have the same Redis. */
export class OwnWindow implements SlidingWindow {
  readonly #window: SlidingWindow;
  readonly #name: string;

  constructor(window: SlidingWindow, name: string) {
    this.#window = window;
    this.#name = name;
  }

  take(key: string, quota: Quota, count?: number): Promise<Verdict> {
    return this.#window.take(`${this.#name} ${key}`, quota, count);
  }

  giveBack(key: string): Promise<void> {
    return this.#window.giveBack(`${this.#name} ${key}`);
  }

  forget(key: string): Promise<void> {
    return this.#window.forget(`${this.#name} ${key}`);
  }
}
