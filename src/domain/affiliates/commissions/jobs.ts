import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { publishEvent } from './events.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    release_commissions: PlainJob;
  }
}

const STEP = 500;

/** Makes commissions payable whose hold period is over, in batches with a transaction each. Those that are disputed or have a flag stay pending. */
async function releaseCommissions(db: Database, now: string): Promise<void> {
  let released: number;
  do {
    released = await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ organisationId: string; commissionId: string }>`
        update affiliate_commissions set status = 'payable' where (organisation_id, id) in (
          select organisation_id, id from affiliate_commissions where status = 'pending' and flag is null and not is_disputed
            and payable_at <= ${now} limit ${STEP} for update skip locked)
        returning organisation_id as "organisationId", id as "commissionId"`.execute(trx);
      if (rows.length) await publishEvent(trx, 'commission.payable', ...rows);
      return rows.length;
    });
  } while (released === STEP);
}

export const commissionJobs = {
  release_commissions: ({ db, clock }) => releaseCommissions(db, timeOf(clock)),
} satisfies JobRuns<'release_commissions'>;

export const commissionTimetable = { release_commissions: '12 * * * *' } satisfies Timetable;
