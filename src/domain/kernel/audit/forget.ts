import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inBatches } from '../batches.ts';
import type { Tools } from '../tools.ts';

/** Deletes the entries of the audit log that are older than the operator keeps them, in all organisations. */
export async function forgetAudit({ db, clock, retention: { auditDays } }: Pick<Tools<Database>, 'db' | 'clock' | 'retention'>): Promise<void> {
  if (auditDays === null) return;
  const until = sql`${timeOf(clock)}::timestamptz - make_interval(days => ${auditDays}::int)`;
  await inBatches(async (limit) => {
    // The oldest entries of each organisation, which an index leads to. There is none over all organisations.
    const { numAffectedRows } = await sql`delete from audit_log where ctid = any (array(
        select old.ctid from organisations cross join lateral (
          select ctid from audit_log where audit_log.organisation_id = organisations.id and created_at < ${until} order by created_at limit ${limit}) old
        limit ${limit}))`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
