import { type Database, type Executor, inTransaction } from '../../platform/database/connect.ts';
import type { JobName } from './jobs.ts';

/** What is seen twice, because transactions that were under way in the last run have stored it since. */
const OVERLAP_MS = 3600_000;

/**
 * Does what follows from everything that has happened since the last run of a recurring job, however long ago that was, so that nothing is missed
 * while no jobs run. Of the last hour before it, everything comes again.
 * @param now up to which it looks, in milliseconds since 1970
 * @param work gets the moments, in RFC 3339, between which everything counts. What it does twice must be as good as done once
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
