import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inBatches } from '../batches.ts';
import type { Tools } from '../tools.ts';
import { auditPartitions, dropAuditPartition } from './partitions.ts';

/**
 * Removes the entries of the audit log that are older than the operator keeps them, in all organisations: the entries of a month together, when the newest
 * of them is that old.
 */
export async function forgetAudit({ db, clock, retention: { auditDays } }: Pick<Tools<Database>, 'db' | 'clock' | 'retention'>): Promise<void> {
  if (auditDays === null) return;
  const oldest = new Date(clock.now() - auditDays * DAY).toISOString();
  for (const partition of await auditPartitions(db))
    if (partition.until !== null && partition.until <= oldest) await dropAuditPartition(db, partition);
    else if (!partition.isMonth) await forgetIn(db, partition.name, oldest);
}

const DAY = 24 * 3600_000;

/** Deletes from a partition that has more than a month. */
const forgetIn = (db: Database, partition: string, oldest: string): Promise<void> =>
  inBatches(async (limit) => {
    // The oldest entries of each organisation, which an index leads to. There is none over all organisations.
    const { numAffectedRows } = await sql`delete from ${sql.id(partition)} where ctid = any (array(
        select old.ctid from organisations cross join lateral (
          select entry.ctid from ${sql.id(partition)} as entry where entry.organisation_id = organisations.id and created_at < ${oldest}
          order by created_at limit ${limit}) old
        limit ${limit}))`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
