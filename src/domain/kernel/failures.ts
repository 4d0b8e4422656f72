/** Collects the failures of single rows, so that an unexpected failure of one row does not hold up the others. Operators are told which rows failed. */
export class Failures {
  readonly #named: string[] = [];
  readonly #errors: unknown[] = [];

  /** Waits for the work on one row, and records whether it failed.
   * @param name of the row, without personal data */
  async note(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#named.push(name);
      this.#errors.push(error);
    }
  }

  /** Does the work for all these rows at once and, if that fails, for each row separately. The rows are named by their IDs. */
  async noteEach(ids: readonly string[], work: (ids: readonly string[]) => Promise<unknown>): Promise<void> {
    try {
      await work(ids);
    } catch {
      for (const id of ids) await this.note(id, () => work([id]));
    }
  }

  /** Reports the failures. Must be called after the last row.
   * @throws AggregateError if any row failed */
  check(what: string): void {
    if (this.#errors.length === 0) return;
    throw new AggregateError(this.#errors, `${this.#errors.length} ${what}, such as ${this.#named[0]}: ${String(this.#errors[0])}`);
  }
}
