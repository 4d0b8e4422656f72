import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inBatches, inRecordedBatches } from '../../kernel/retention/batches.ts';
import type { Tools } from '../../kernel/tools.ts';

const HOUR_MS = 3600_000;
/** How long the cards of created accounts can be read after the commit. */
export const CARDS_MS = 24 * HOUR_MS;
/** How long the rows of a file are kept. */
const ROWS_MS = 30 * 24 * HOUR_MS;
/** Number of files erased at once. Each has up to 50,000 rows. */
const FILES_AT_ONCE = 10;

/** Erases cards 24 hours after the commit, and files with all their rows 30 days after they were uploaded. Files that are being committed wait. */
export async function expireRosters({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> {
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
  await inBatches(async (limit) => {
    const { rows } = await sql`with due as (
        select organisation_id, id from roster_imports where has_cards and finished_at < ${ago(CARDS_MS)} limit ${limit} for update skip locked
      ), hidden as (
        update roster_imports i set has_cards = false from due where i.organisation_id = due.organisation_id and i.id = due.id
      ), erased as (
        update roster_import_rows r set sealed_card = null from due
        where r.organisation_id = due.organisation_id and r.import_id = due.id and r.sealed_card is not null
      )
      select from due`.execute(db);
    return rows.length;
  }, FILES_AT_ONCE);
  await inRecordedBatches(
    db,
    'roster_imports',
    async (trx, limit) => {
      const { rows } = await sql<{ organisation_id: string }>`with due as (
        select organisation_id, id from roster_imports where status not in ('expired', 'committing') and created_at < ${ago(ROWS_MS)}
        limit ${limit} for update skip locked
      ), expired as (
        update roster_imports i set status = 'expired', sealed_file = null, has_cards = false from due where i.organisation_id = due.organisation_id and i.id = due.id
      ), erased as (
        delete from roster_import_rows r using due where r.organisation_id = due.organisation_id and r.import_id = due.id
      )
      select organisation_id from due`.execute(trx);
      return rows;
    },
    FILES_AT_ONCE,
  );
}
