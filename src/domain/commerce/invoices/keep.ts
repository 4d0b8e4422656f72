import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';

/** Keeps the invoices and credit notes of organisations that are about to be erased, except those about sandbox orders. Repeating the call changes nothing. */
export async function keepInvoices(trx: Executor, organisationIds: readonly string[]): Promise<void> {
  if (organisationIds.length === 0) return;
  await sql`insert into kept_invoices (organisation_id, id, order_id, kind, year, number, amount, tax, contents, buyer, issued_at)
    select organisation_id, id, order_id, kind, year, number, amount, tax, contents, buyer, issued_at from invoices
    where organisation_id = any(${organisationIds}::uuid[]) and livemode
    on conflict do nothing`.execute(trx);
}
