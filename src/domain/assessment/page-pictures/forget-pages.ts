import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteObjectsWhere, deletingObjects } from '../../files/objects.ts';
import { addJob } from '../../kernel/jobs.ts';
import { inRecordedBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Number of days for which the pictures of work are kept after it was posted. The files themselves stay. */
const KEPT_DAYS = 90;

/** Deletes the pictures of work, of all organisations, that was posted long ago, and those whose submission is gone. */
export async function forgetPages({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - KEPT_DAYS * 86_400_000).toISOString();
  await inRecordedBatches(
    db,
    'review_pages',
    async (trx, limit) => {
      const { rows } = await sql<{ organisation_id: string }>`with old as (
            select r.organisation_id, r.submission_id, r.file_number from submissions s
            join review_renderings r on r.organisation_id = s.organisation_id and r.submission_id = s.id and r.status = 'ready'
            where s.posted_at < ${before}::timestamptz limit ${limit} for update of r skip locked),
          expired as (update review_renderings r set status = 'expired' from old where r.organisation_id = old.organisation_id
            and r.submission_id = old.submission_id and r.file_number = old.file_number returning r.organisation_id, r.submission_id, r.file_number),
          gone as (${deletingObjects(sql`select p.organisation_id, p.object_id from expired join review_pages p on p.organisation_id = expired.organisation_id
            and p.submission_id = expired.submission_id and p.file_number = expired.file_number`)}),
          discarded as (select ${addJob('delete_stored', { key: sql`storage_key` })} from gone)
          select organisation_id, (select count(*) from discarded) from expired`.execute(trx);
      return rows;
    },
    SMALL_BATCH,
  );
  await deleteObjectsWhere(
    db,
    sql`storage_objects.purpose = 'page' and not exists (select from review_pages p where p.organisation_id = storage_objects.organisation_id
      and p.object_id = storage_objects.id)`,
  );
}
