/** The owner of tasks that are of nobody in particular: as many of them run at once as can. */
export const NOBODY = '';

/** Lets tasks begin: so many at once, fewer of one owner, and owners by turns, so that what one of them has done does not hold up the others. */
export class Turns {
  readonly #mostOfOne: number;
  readonly #running = new Map<string, number>();
  /** Owners in the order in which it is their turn, with their tasks in order. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #free: number;

  constructor(most: number, mostOfOne: number) {
    this.#free = most;
    this.#mostOfOne = mostOfOne;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, tasks) => sum + tasks.length, 0);
  }

  waitingOf(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  /** Waits for a turn. Whoever has it must call `end` for it. */
  begin(owner: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const tasks = this.#waiting.get(owner);
    if (tasks) tasks.push(resolve);
    else this.#waiting.set(owner, [resolve]);
    this.#next();
    return promise;
  }

  end(owner: string): void {
    const left = (this.#running.get(owner) ?? 0) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    this.#free += 1;
    this.#next();
  }

  /** Lets everything that waits begin. */
  open(): void {
    this.#free = Number.POSITIVE_INFINITY;
    for (const tasks of this.#waiting.values()) for (const begin of tasks) begin();
    this.#waiting.clear();
  }

  #next(): void {
    for (const [owner, tasks] of this.#waiting) {
      if (this.#free < 1) return;
      const running = this.#running.get(owner) ?? 0;
      if (running >= this.#mostOfOne && owner !== NOBODY) continue;
      const begin = tasks.shift() as () => void;
      this.#waiting.delete(owner);
      if (tasks.length > 0) this.#waiting.set(owner, tasks);
      this.#running.set(owner, running + 1);
      this.#free -= 1;
      begin();
    }
  }
}
