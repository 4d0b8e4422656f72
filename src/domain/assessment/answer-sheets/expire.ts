import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addJob } from '../../kernel/jobs.ts';
import { inRecordedBatches, SMALL_BATCH } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

const DAY_MS = 24 * 3600_000;
const PRINT_DAYS = 30;

type Expiring = Pick<Tools<Database>, 'db' | 'clock'>;

const daysAgo = ({ clock }: Expiring, days: number): string => new Date(clock.now() - days * DAY_MS).toISOString();

/** Deletes the PDFs of prints after 30 days. Their sheets can still be read for ever. */
export async function expirePrints(tools: Expiring): Promise<void> {
  await inRecordedBatches(
    tools.db,
    'answer_sheet_prints',
    async (trx, limit) => {
      const { rows } = await sql<{ organisation_id: string }>`with due as (
        select organisation_id, id, storage_key from answer_sheet_prints where status = 'ready' and finished_at < ${daysAgo(tools, PRINT_DAYS)}
        limit ${limit} for update skip locked
      ), expired as (
        update answer_sheet_prints p set status = 'expired', storage_key = null from due where p.organisation_id = due.organisation_id and p.id = due.id
      )
      select organisation_id, ${addJob('delete_stored', { key: sql`storage_key` })} from due`.execute(trx);
      return rows;
    },
    SMALL_BATCH,
  );
}

/**
 * Deletes the pictures of pages once the operator's retention period since the posting of the result has passed, or since the scan if it led to no result.
 * Marks stay, and pictures of rows that a person has corrected stay as long as the grade.
 */
export async function expirePictures(tools: Expiring & Pick<Tools, 'retention'>): Promise<void> {
  const since = daysAgo(tools, tools.retention.sheetPhotoDays);
  await inRecordedBatches(
    tools.db,
    'answer_sheet_scans',
    async (trx, limit) => {
      const { rows } = await sql<{ organisation_id: string }>`with due as (
        select scans.organisation_id, scans.id, scans.picture_key from answer_sheet_scans scans
        left join answer_sheets sheets on sheets.organisation_id = scans.organisation_id and sheets.id = scans.sheet_id
        left join quiz_attempts attempts on attempts.organisation_id = sheets.organisation_id and attempts.id = sheets.attempt_id
        where scans.picture_key is not null and scans.finished_at < ${since}
          and (attempts.id is null or attempts.posted_at < ${since})
        limit ${limit} for update of scans skip locked
      ), expired as (
        update answer_sheet_scans s set picture_key = null from due where s.organisation_id = due.organisation_id and s.id = due.id
      )
      select organisation_id, ${addJob('delete_stored', { key: sql`picture_key` })} from due`.execute(trx);
      return rows;
    },
    SMALL_BATCH,
  );
}
