import type { CompiledQuery } from 'kysely';
import { tracing } from '../tracing/tracing.ts';
import type { Executor } from './connect.ts';

/** Stands for a parameter while the query is built. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** A query of the query builder, or one written with `sql`. */
interface Buildable<Row> {
  compile(db: Executor): CompiledQuery<Row>;
}

/**
 * A query that is built and compiled only once, for code paths where this costs more than the query itself. `build` must use each parameter only
 * as a bound value, because it receives placeholders.
 */
export function prepared<Parameters extends unknown[], Row>(
  build: (db: Executor, ...parameters: Parameters) => Buildable<Row>,
): (db: Executor, ...parameters: Parameters) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  let isTraced = false;
  return async (db, ...parameters) => {
    // Statements that add jobs differ with tracing.
    if (!compiled || isTraced !== (tracing.recorder !== null)) {
      compiled = build(db, ...(parameters.map((_, index) => new Placeholder(index)) as Parameters)).compile(db);
      isTraced = tracing.recorder !== null;
    }
    const bound = compiled.parameters.map((value) => (value instanceof Placeholder ? parameters[value.index] : value));
    return (await db.executeQuery<Row>({ ...compiled, parameters: bound })).rows;
  };
}
