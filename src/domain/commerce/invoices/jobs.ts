import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { deleteInBatches, inBatches } from '../../kernel/batches.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    forget_invoice_buyers: PlainJob;
  }
}

/** For how many years sellers have to keep invoices. */
const KEPT_YEARS = 10;

/** Forgets the buyers in documents that need not be kept any more, and documents of organisations that are gone. */
async function forgetBuyers(db: Database, now: number): Promise<void> {
  const isOver = sql`issued_at < ${new Date(now).toISOString()}::timestamptz - make_interval(years => ${KEPT_YEARS}::integer)`;
  await inBatches(async (limit) => {
    const { numAffectedRows } = await sql`update invoices set buyer = null where (organisation_id, id) in (select organisation_id, id from invoices
      where buyer is not null and ${isOver}
      order by issued_at limit ${limit})`.execute(db);
    return Number(numAffectedRows);
  });
  await deleteInBatches(db, 'kept_invoices', isOver);
}

export const invoiceJobs = { forget_invoice_buyers: ({ db, clock }) => forgetBuyers(db, clock.now()) } satisfies JobRuns<'forget_invoice_buyers'>;

export const invoiceTimetable = { forget_invoice_buyers: '40 3 * * *' } satisfies Timetable;
