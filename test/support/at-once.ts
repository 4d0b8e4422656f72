import type { TestApp } from './app.ts';

/**
 * Sends requests while `lock` holds up what they write, and lets go when every one of them waits for a lock: each has read by then whatever it reads
 * first, and none has written.
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
    const waiting = async () => {
      const { rows } = await pool.query(`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return rows[0].count as number;
    };
    while (!answered && (await waiting()) < requests.length) await new Promise(setImmediate);
    await holder.query('commit');
    return await answers;
  } finally {
    holder.release();
  }
}
