/** What is collected is written after this time at the latest. */
const DELAY_MS = 200;
/** While the database is away, so much is kept, and what comes then is lost. */
const MOST_WAITING = 10_000;

/** Collects what is written very often and needs no answer, and writes it together. */
export class Batcher<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #mayRepeat: (error: unknown) => boolean;
  #waiting: Item[] = [];
  #timer: NodeJS.Timeout | null = null;
  #last: Promise<void> = Promise.resolve();

  /**
   * @param write writes all items or, if it fails, none
   * @param mayRepeat whether what failed with this error can succeed later. Otherwise, its items are lost
   */
  constructor(write: (items: readonly Item[]) => Promise<void>, mayRepeat: (error: unknown) => boolean) {
    this.#write = write;
    this.#mayRepeat = mayRepeat;
  }

  add(item: Item): void {
    if (this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push(item);
    this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS).unref();
  }

  /** Writes what was added, and what is being written. What cannot be written now is tried again with what comes next. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#last = this.#last.then(() => this.#writeAll());
    return this.#last;
  }

  async #writeAll(): Promise<void> {
    const items = this.#waiting.splice(0);
    if (items.length === 0) return;
    try {
      await this.#write(items);
    } catch (error) {
      if (this.#mayRepeat(error)) this.#waiting.unshift(...items.slice(0, MOST_WAITING - this.#waiting.length));
    }
  }
}
