import pg from 'pg';

/** The members of pg's query that are used here. */
interface PgQuery {
  name: string | undefined;
  /** The columns from which the rows of the result are built, once they are known. */
  readonly _result: Columns;
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: { fields: unknown[] }): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
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

interface Sent {
  /** Under which it is prepared. Undefined if it is not. */
  name: string | undefined;
  text: string;
  values: unknown[];
  /** The name of a prepared statement that begins a transaction, with which this one is sent. */
  begin?: string | undefined;
}

/**
 * A statement that is prepared under its name. pg has the server describe the columns whenever it executes it. Here they are described once per
 * connection: PostgreSQL refuses to execute a prepared statement if its columns have changed. The first statement of a transaction, prepared or not, may be
 * sent together with the one that begins the transaction. PostgreSQL skips it if that one fails, and the connection ends, because what is sent after it would
 * be executed without a transaction.
 */
export class SentStatement extends Query {
  #columns: Map<string, Columns> | undefined;
  #begin: string | undefined;

  /** Passes no configuration to pg, which would copy it, with the descriptor of each of its properties, for each execution. */
  constructor({ name, text, values, begin }: Sent) {
    super(text, values);
    this.name = name;
    this.#begin = begin;
  }

  override prepare(connection: pg.Connection): void {
    if (this.#begin !== undefined) {
      connection.bind({ statement: this.#begin }, true);
      connection.execute({}, true);
    }
    const { columns, silent } = knownTo(connection);
    const described = this.name === undefined ? undefined : columns.get(this.name);
    if (described) {
      super.handleRowDescription({ fields: [] });
      Object.assign(this._result, described);
    } else this.#columns = columns;
    super.prepare(described ? silent : connection);
  }

  override handleRowDescription(message: { fields: unknown[] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name !== undefined) this.#columns?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    if (this.#begin === undefined) super.handleCommandComplete(message, connection);
    else this.#begin = undefined;
  }

  override handleError(error: Error, connection: pg.Connection): void {
    if (this.#begin !== undefined) connection.stream.destroy(error);
    super.handleError(error, connection);
  }
}

function knownTo(connection: pg.Connection): Known {
  const found = known.get(connection) ?? { columns: new Map(), silent: Object.create(connection, { describe: { value: () => {} } }) as pg.Connection };
  known.set(connection, found);
  return found;
}
