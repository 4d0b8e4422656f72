import type pg from 'pg';
import type { TestApp } from './app.ts';

/** Counts the statements that wait for a lock now. */
export async function waitingForLocks(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0].count;
}

/** Counts the deadlocks so far. Each connection says what it knows only when it is asked to, or after a second. */
export async function deadlocks(pool: pg.Pool): Promise<number> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) client.release();
  return (await pool.query('select deadlocks::int from pg_stat_database where datname = current_database()')).rows[0].deadlocks;
}

/**
 * Sends requests while `lock` blocks their writes, and releases the lock when all of them wait for a lock. By then, each request has done its first
 * reads, and none has written.
 */
export async function atOnce<T>({ database: { pool } }: TestApp, lock: string, requests: (() => Promise<T>)[]): Promise<T[]> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(lock);
    let answered = false;
    const answers = Promise.all(requests.map((send) => send())).finally(() => {
      answered = true;
    });
    while (!answered && (await waitingForLocks(pool)) < requests.length) await new Promise(setImmediate);
    await holder.query('commit');
    return await answers;
  } finally {
    holder.release();
  }
}

/** Runs `work` while another transaction holds a lock. */
export async function whileLocked<T>({ database: { pool } }: TestApp, lock: string, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(lock);
    return await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** How many come at once: fifty with `make test ARGS=--all`, and otherwise eight, which meet in all the same places. */
export const MANY = process.env.TEST_ALL ? 50 : 8;
