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

  /** To be called after the last row.
   * @throws AggregateError if any of them failed */
  check(what: string): void {
    if (this.#errors.length === 0) return;
    throw new AggregateError(this.#errors, `${this.#errors.length} ${what}, such as ${this.#named[0]}: ${String(this.#errors[0])}`);
  }
}
