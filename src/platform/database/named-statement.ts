import pg from 'pg';

/** The members of pg's query that are used here. */
interface PgQuery {
  name: string;
  /** The columns from which the rows of the result are built, once they are known. */
  readonly _result: Columns;
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: { fields: unknown[] }): void;
}

interface Columns {
  fields: unknown[];
  _parsers: unknown[];
  _prebuiltEmptyResultObject: object;
}

interface Known {
  /** The columns of the statements that the connection has prepared, by name. */
  columns: Map<string, Columns>;
  /** The connection, except that it does not ask the server to describe columns. */
  silent: pg.Connection;
}

const Query = pg.Query as unknown as new (text: string, values: unknown[]) => PgQuery;

const known = new WeakMap<pg.Connection, Known>();

/**
 * A statement that is prepared under its name. pg has the server describe the columns whenever it executes it. Here they are described once per
 * connection: PostgreSQL refuses to execute a prepared statement if its columns have changed.
 */
export class NamedStatement extends Query {
  #columns: Map<string, Columns> | undefined;

  /** Passes no configuration to pg, which would copy it, with the descriptor of each of its properties, for each execution. */
  constructor({ name, text, values }: { name: string; text: string; values: unknown[] }) {
    super(text, values);
    this.name = name;
  }

  override prepare(connection: pg.Connection): void {
    const { columns, silent } = knownTo(connection);
    const described = columns.get(this.name);
    if (described) {
      super.handleRowDescription({ fields: [] });
      Object.assign(this._result, described);
    } else this.#columns = columns;
    super.prepare(described ? silent : connection);
  }

  override handleRowDescription(message: { fields: unknown[] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#columns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

function knownTo(connection: pg.Connection): Known {
  const found = known.get(connection) ?? { columns: new Map(), silent: Object.create(connection, { describe: { value: () => {} } }) as pg.Connection };
  known.set(connection, found);
  return found;
}
