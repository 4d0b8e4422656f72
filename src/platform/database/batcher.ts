/** Longest delay before collected items are written. */
const DELAY_MS = 200;
/** Maximum number of items that are kept while the database is away. Further items are lost. */
const MOST_WAITING = 10_000;

/** Collects items that are written very often and need no answer, and writes them together. */
export class Batcher<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #mayRepeat: (error: unknown) => boolean;
  #waiting: Item[] = [];
  #timer: NodeJS.Timeout | null = null;
  #last: Promise<void> = Promise.resolve();

  /**
   * @param write writes all items or, if it fails, none
   * @param mayRepeat whether a write that failed with this error can succeed later. Otherwise, its items are lost
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

  /** Writes the added items, after those that are being written. Items that cannot be written now are retried with the next ones. */
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
