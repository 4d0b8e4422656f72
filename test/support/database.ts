import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { installSubscriptions } from '../../src/domain/kernel/events/publish-event.ts';
import { noteStatement } from '../../src/http/exchange.ts';
import { SUBSCRIPTIONS } from '../../src/jobs/subscriptions.ts';
import { connectDatabase, type DatabaseHandle, JOB_LIMITS } from '../../src/platform/database/connect.ts';
import { requireNumbersLast } from './numbers-last.ts';
import { recordStatement } from './statements/record.ts';
import { TenantGuard } from './tenant-guard.ts';

export interface TestDatabase extends DatabaseHandle {
  url: string;
  /** Connections for jobs, which never go through a pooler. */
  jobPool: pg.Pool;
  /** Whether worlds can be written there as rows. */
  copiesWorlds?: boolean;
  /** Statements sent since the last reset. */
  queries: { count: number };
  /** Runs statements that create many rows, without the time limits of the service. */
  fill(statements: string): Promise<void>;
  /** Runs a statement that switches off triggers. It has a connection of its own: a session that does so plans all of its statements anew. */
  withoutTriggers<R extends pg.QueryResultRow>(statement: string | pg.QueryConfig): Promise<R[]>;
  drop(): Promise<void>;
}

installSubscriptions(SUBSCRIPTIONS);

/** The files of a worker send some thousands of different statements over the same connections. A plan takes the server some 40 kB. */
const MOST_PREPARED = 3000;

/**
 * Creates a database as a clone of the migrated template. Every query on a tenant table must name its organisation, and
 * the numbers of documents come last in a transaction. With TEST_POOLER_URL, everything
 * except jobs uses that pooler, which shares connections by transaction.
 * @param locale options of `create database`, for an empty database with another locale than that of the template; the caller migrates it
 * @param preparesAtOnce whether statements are prepared when they are first sent, with plans for any values, which suits small tables
 */
export async function createTestDatabase(locale?: string, { preparesAtOnce = false } = {}): Promise<TestDatabase> {
  const name = `lms_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${locale === undefined ? process.env.TEST_TEMPLATE : `template0 ${locale}`}`);
  if (preparesAtOnce) await onServer(`alter database ${name} set plan_cache_mode = force_generic_plan`);
  const url = new URL(process.env.TEST_SERVER_URL ?? '');
  url.pathname = `/${name}`;
  const queries = { count: 0 };
  const pooler = process.env.TEST_POOLER_URL;
  const handle = connectDatabase({
    url: pooler ? new URL(url.pathname, pooler).href : url.href,
    pooled: pooler !== undefined,
    poolSize: 10,
    ...(preparesAtOnce ? { preparesFrom: 1, mostPrepared: MOST_PREPARED } : {}),
    // On a busy machine, requests wait for connections and locks longer than people would.
    limits: JOB_LIMITS,
    plugins: [new TenantGuard()],
    onQuery: (ms, sql) => {
      queries.count++;
      noteStatement(ms);
      recordStatement(sql);
    },
    onIdleError: () => {},
  });
  handle.pool.on('connect', requireNumbersLast);
  const fixtures = new pg.Pool({ connectionString: url.href, max: 1, idleTimeoutMillis: 0 });
  fixtures.on('error', () => {});
  const jobs = pooler ? connectDatabase({ url: url.href, poolSize: 5, onIdleError: () => {} }) : handle;
  return {
    ...handle,
    url: url.href,
    jobPool: jobs.pool,
    queries,
    fill: (statements) => onServer(statements, url.href),
    withoutTriggers: async <R extends pg.QueryResultRow>(statement: string | pg.QueryConfig) => (await fixtures.query<R>(statement)).rows,
    drop: async () => {
      await fixtures.end();
      await handle.db.destroy();
      if (pooler) await jobs.db.destroy();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(statement: string, connectionString = process.env.TEST_SERVER_URL): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
