/** The owner of tasks that belong to nobody in particular, which are exempt from the limit of one owner. */
export const NOBODY = '';

/** Lets a limited number of tasks run at once, and fewer of one owner. Owners take turns, so that the tasks of one do not hold up those of others. */
export class Turns {
  readonly #mostOfOne: number;
  readonly #running = new Map<string, number>();
  /** Owners in the order of their turns, with their tasks in order. */
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

  /** Waits for a turn, which the caller must end with `end`. */
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

  /** Lets all waiting tasks begin. */
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
