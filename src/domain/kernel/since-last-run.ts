import { type Database, type Executor, inTransaction } from '../../platform/database/connect.ts';
import type { JobName } from './jobs.ts';

/** Overlap of two runs, for what transactions that were under way during the last run have stored since. */
const OVERLAP_MS = 3600_000;

/**
 * Processes everything that has happened since the last run of a recurring job, however long ago that was, so that nothing is missed while no jobs run. The
 * last hour before that run is processed again.
 * @param now end of the period, in milliseconds since 1970
 * @param work receives the beginning and end of the period, in RFC 3339. Doing the same work twice must have the same effect as doing it once
 */
export async function sinceLastRun(
  db: Database,
  name: JobName,
  now: number,
  work: (trx: Executor, since: string, until: string) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const last = await trx.selectFrom('job_moments').select('seen_until').where('name', '=', name).forUpdate().executeTakeFirst();
    const seenUntil = Math.min(now, last ? Date.parse(last.seen_until) : now);
    const seen_until = new Date(now).toISOString();
    await work(trx, new Date(seenUntil - OVERLAP_MS).toISOString(), seen_until);
    await trx
      .insertInto('job_moments')
      .values({ name, seen_until })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ seen_until }))
      .execute();
  });
}
