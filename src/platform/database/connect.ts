import { Kysely, type KyselyPlugin, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from '../../../generated/database.ts';
import { PreparingClient } from './preparing-client.ts';

export type Database = Kysely<DB>;
export type Executor = Database | Transaction<DB>;

const { builtins } = pg.types;

/** Times are read from the database in the contract's format, so that `updated_at` is the same opaque string from end to end. */
const wireTypes = new pg.TypeOverrides();
wireTypes.setTypeParser(builtins.TIMESTAMPTZ, (text) => {
  const [whole = '', fraction = ''] = text.replace(/\+00$/, '').split('.');
  return `${whole.replace(' ', 'T')}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
});
wireTypes.setTypeParser(builtins.DATE, (text) => text);
wireTypes.setTypeParser(builtins.TIME, (text) => text.slice(0, 5));
wireTypes.setTypeParser(builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  /** Maximum number of connections of this process. */
  poolSize: number;
  plugins?: KyselyPlugin[];
  /** Called for each statement that is sent. */
  onQuery?: () => void;
  /** Called when a connection is lost while idle. The pool replaces it. */
  onIdleError: (error: Error) => void;
}

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
}

/** Creates a pool and its query builder. Sessions use UTC. A statement may run for 30 s, and a transaction may be idle for 60 s. */
export function connectDatabase({ url, poolSize, plugins = [], onQuery, onIdleError }: DatabaseOptions): DatabaseHandle {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    types: wireTypes,
    options: '-c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s',
    application_name: 'learning-management-service',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  pool.on('error', onIdleError);
  pool.on('connect', (client) => void client.on('error', onIdleError));
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins, ...(onQuery ? { log: onQuery } : {}) }), pool };
}

/** Runs `work` in the current transaction, or in a new one if there is none. */
export function inTransaction<T>(db: Executor, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work);
}
