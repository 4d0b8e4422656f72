import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { JobLog } from '../../kernel/jobs.ts';
import { inBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Deletes the jobs that have failed for good and whose last attempt is older than the operator's retention period. */
export async function forgetFailedJobs(
  { db, clock, retention: { failedJobDays } }: Pick<Tools<Database>, 'db' | 'clock' | 'retention'>,
  log?: JobLog,
): Promise<void> {
  let count = 0;
  const until = sql`${timeOf(clock)}::timestamptz - make_interval(days => ${failedJobDays}::int)`;
  await inBatches(async (limit) => {
    const { numAffectedRows } = await sql`delete from graphile_worker._private_jobs where id = any (array(
        select id from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null and updated_at < ${until}
        limit ${limit} for update skip locked))`.execute(db);
    count += Number(numAffectedRows ?? 0);
    return Number(numAffectedRows ?? 0);
  });
  if (count > 0) log?.info({ count }, 'deleted failed jobs at the end of their retention period');
}
