import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inBatches } from '../../kernel/batches.ts';
import type { JobRuns, Timetable } from '../../kernel/jobs.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    forget_invoice_buyers: PlainJob;
  }
}

/** For how many years sellers have to keep invoices. */
const KEPT_YEARS = 10;

/** Forgets the buyers in documents that need not be kept any more. */
const forgetBuyers = (db: Database, now: number): Promise<void> =>
  inBatches(async (limit) => {
    const { numAffectedRows } = await sql`update invoices set buyer = null where (organisation_id, id) in (select organisation_id, id from invoices
      where buyer is not null and issued_at < ${new Date(now).toISOString()}::timestamptz - make_interval(years => ${KEPT_YEARS}::integer)
      order by issued_at limit ${limit})`.execute(db);
    return Number(numAffectedRows);
  });

export const invoiceJobs = { forget_invoice_buyers: ({ db, clock }) => forgetBuyers(db, clock.now()) } satisfies JobRuns<'forget_invoice_buyers'>;

export const invoiceTimetable = { forget_invoice_buyers: '40 3 * * *' } satisfies Timetable;
