import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type KyselyPlugin, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from '../../../generated/database.ts';
import { connectionFailure, isConflict, statementFailure } from './outage.ts';
import { Servers } from './servers.ts';
import { type Part, serviceClient } from './service-client.ts';

export type Database = Kysely<DB>;
export type Executor = Database | Transaction<DB>;

const { builtins } = pg.types;

/** Times are read from the database in the contract's format, so that `updated_at` is the same opaque string from end to end. */
const wireTypes = new pg.TypeOverrides();
wireTypes.setTypeParser(builtins.TIMESTAMPTZ, (text) => {
  const cut = text.indexOf(' ');
  return `${text.slice(0, cut)}T${text.slice(cut + 1, cut + 9)}.${text
    .slice(cut + 10, -'+00'.length)
    .slice(0, 3)
    .padEnd(3, '0')}Z`;
});
wireTypes.setTypeParser(builtins.DATE, (text) => text);
wireTypes.setTypeParser(builtins.TIME, (text) => text.slice(0, 5));
wireTypes.setTypeParser(builtins.INT8, Number);

/** Time limits of a connection, in seconds. */
export interface Limits {
  /** Longest time that a statement may run. */
  statement: number;
  /** Longest wait of a statement for the lock of another transaction. */
  lock: number;
  /** Longest wait for a free connection, or for a new one. */
  connect: number;
  /** Longest silence of the server while it owes an answer. It should report the timeout of a statement before that. */
  silence: number;
}

/** Limits for requests, where somebody waits for the response. */
export const REQUEST_LIMITS: Limits = { statement: 15, lock: 5, connect: 5, silence: 20 };
export const JOB_LIMITS: Limits = { statement: 300, lock: 30, connect: 30, silence: 305 };
/** Limits for probes, which must quickly show whether a server is there. */
export const PROBE_LIMITS: Limits = { statement: 2, lock: 2, connect: 2, silence: 2 };
/** Limits for migrations, in which creating an index on a large table may take any time. */
export const MIGRATION_LIMITS: Limits = { statement: 0, lock: 30, connect: 30, silence: 24 * 3600 };

export interface DatabaseOptions {
  /** May name several servers (see `serverUrls`). Each connection then goes to the one that fits `part`. */
  url: string;
  /** Default: `primary` if there are several servers, otherwise `any`. */
  part?: Part;
  /** Maximum number of connections of this pool. */
  poolSize: number;
  limits?: Limits;
  /** Number of times that a statement is sent until it is prepared. */
  preparesFrom?: number;
  /** Maximum number of prepared statements of a connection. */
  mostPrepared?: number;
  /** Whether `url` leads to a pooler that shares connections by transaction. It must then set the time limits of statements and locks itself. */
  pooled?: boolean;
  plugins?: KyselyPlugin[];
  /** Called for each statement that is answered, with the milliseconds that it took and its text. */
  onQuery?: (ms: number, sql: string) => void;
  /** Called when a connection is lost while idle. The pool replaces it. */
  onIdleError: (error: Error) => void;
}

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
}

/**
 * Creates a pool and its query builder. Sessions use UTC, and a transaction may be idle for 60 s. Failures of the server or of the connection to it
 * are OutageErrors.
 */
export function connectDatabase(options: DatabaseOptions): DatabaseHandle {
  const { url, poolSize, limits = REQUEST_LIMITS, preparesFrom, mostPrepared, pooled = false, plugins = [], onQuery, onIdleError } = options;
  const servers = new Servers(url);
  const { part = servers.count > 1 ? 'primary' : 'any' } = options;
  const pool = new ServicePool(servers, {
    Client: serviceClient({ servers, part, prepares: !pooled, preparesFrom, mostPrepared, silenceMs: limits.silence * 1000 }),
    max: poolSize,
    types: wireTypes,
    ...(pooled ? {} : ownSession(limits)),
    application_name: 'learning-management-service',
    connectionTimeoutMillis: limits.connect * 1000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
  });
  pool.on('error', onIdleError);
  pool.on('connect', (client) => void client.on('error', onIdleError));
  return {
    db: new Kysely<DB>({
      dialect: new PostgresDialect({ pool }),
      plugins,
      ...(onQuery ? { log: ({ queryDurationMillis, query }) => onQuery(queryDurationMillis, query.sql) } : {}),
    }),
    pool,
  };
}

/**
 * Returns the settings of a session. Compiling takes longer than it saves for any statement of the service. On solid-state drives and in memory, reading
 * a random page costs about as much as reading the next one; with PostgreSQL's default, which assumes a hard disk, small tables are read whole for each
 * row of a page.
 */
const ownSession = (limits: Limits) => ({
  statement_timeout: limits.statement * 1000,
  lock_timeout: limits.lock * 1000,
  idle_in_transaction_session_timeout: 60_000,
  options: '-c jit=off -c random_page_cost=1.1',
});

/** A new connection takes the server about ten milliseconds, and its first statements are slow. With pg's default, 10 s, each burst would begin with some. */
const IDLE_MS = 300_000;

/** Message of pg's pool if all of its connections were in use for too long. */
export const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

type OnClient = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

class ServicePool extends pg.Pool {
  readonly #servers: Servers;

  constructor(servers: Servers, config: pg.PoolConfig) {
    super(config);
    this.#servers = servers;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnClient): void;
  override connect(callback?: OnClient): Promise<pg.PoolClient> | undefined {
    if (callback) return void this.#connect(callback, this.#servers.count);
    return new Promise((resolve, reject) => this.#connect((error, client) => (error ? reject(error) : resolve(client as pg.PoolClient)), this.#servers.count));
  }

  /** Tries up to `tries` servers. A wait for a free connection is not repeated, because it says nothing about the server. */
  #connect(callback: OnClient, tries: number): void {
    super.connect((error, client, done) => {
      if (error && tries > 1 && error.message !== NO_FREE_CONNECTION) this.#connect(callback, tries - 1);
      else callback(error && connectionFailure(error), client, done);
    });
  }

  /** Reports a connection that is lost in the middle of a statement, which the pool notices before the client does. */
  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; they pass through as they are
  override query(...args: any[]): any {
    const result: unknown = Reflect.apply(super.query, this, args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw statementFailure(error);
    });
  }
}

const MOST_TRIES = 4;
const LONGEST_PAUSE_MS = 50;

/** Runs several queries that all see the database as it was at the same moment. Others can change it meanwhile without waiting. */
export const inSnapshot = <T>(db: Database, read: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/**
 * Runs `work` in the current transaction, or in a new one if there is none. A new transaction that fails because of concurrent ones (a deadlock, or a
 * serialization failure) is tried again, so `work` must not have effects outside of it.
 */
export async function inTransaction<T>(db: Executor, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<DB>);
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === MOST_TRIES || !isConflict(error)) throw error;
      await delay(Math.random() * LONGEST_PAUSE_MS * tries);
    }
  }
}
