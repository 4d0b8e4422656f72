import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { JobLog, JobRuns, Timetable } from '../../kernel/jobs.ts';
import { deleteInBatches, inRecordedBatches } from '../../kernel/retention/batches.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    forget_invoice_buyers: PlainJob;
  }
}

/** Number of years for which sellers have to keep invoices. */
const KEPT_YEARS = 10;

/** Erases the buyers from documents that need not be kept any longer, and deletes such documents of erased organisations. */
async function forgetBuyers(db: Database, now: number, log: JobLog): Promise<void> {
  const isOver = sql`issued_at < ${new Date(now).toISOString()}::timestamptz - make_interval(years => ${KEPT_YEARS}::integer)`;
  await inRecordedBatches(db, 'buyers of invoices', async (trx, limit) => {
    const { rows } = await sql<{
      organisation_id: string;
    }>`update invoices set buyer = null where (organisation_id, id) in (select organisation_id, id from invoices
      where buyer is not null and ${isOver}
      order by issued_at limit ${limit}) returning organisation_id`.execute(trx);
    return rows;
  });
  await deleteInBatches(db, 'kept_invoices', isOver, { log });
}

export const invoiceJobs = {
  forget_invoice_buyers: ({ db, clock }, _payload, { log }) => forgetBuyers(db, clock.now(), log),
} satisfies JobRuns<'forget_invoice_buyers'>;

export const invoiceTimetable = { forget_invoice_buyers: '40 3 * * *' } satisfies Timetable;
