/** Collects what fails for one row of many, so that a row with which nobody counted keeps none of the others back. Operators are told which rows failed. */
export class Failures {
  readonly #named: string[] = [];
  readonly #errors: unknown[] = [];

  /** Waits for the work for one row, and notes whether it failed.
   * @param name of the row, without data of persons */
  async note(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#named.push(name);
      this.#errors.push(error);
    }
  }

  /** Does the work for all these rows at once and, if it fails, for each by itself. The rows are named by their IDs. */
  async noteEach(ids: readonly string[], work: (ids: readonly string[]) => Promise<unknown>): Promise<void> {
    try {
      await work(ids);
    } catch {
      for (const id of ids) await this.note(id, () => work([id]));
    }
  }

  /** To be called after the last row.
   * @throws AggregateError if any of them failed */
  check(what: string): void {
    if (this.#errors.length === 0) return;
    throw new AggregateError(this.#errors, `${this.#errors.length} ${what}, such as ${this.#named[0]}: ${String(this.#errors[0])}`);
  }
}
