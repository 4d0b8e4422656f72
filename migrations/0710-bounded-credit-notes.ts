import { type Kysely, sql } from 'kysely';

/**
 * A bank can take all of a payment back of which a part was refunded before. Credit notes about a payment never say more than what was paid, less invoices
 * about refunds that have failed; what the seller loses besides stands in an account of its own. Several documents of one transaction are looked at together.
 * Books and documents of before stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entries
      drop constraint ledger_entries_account_check,
      add constraint ledger_entries_account_check check (account in ('gateway_clearing', 'sales', 'discounts', 'tax_owed', 'gateway_fees', 'platform_fees',
        'refunds', 'disputes_held', 'disputes', 'losses')) not valid;
    alter table platform_entries
      drop constraint platform_entries_account_check,
      add constraint platform_entries_account_check
        check (account in ('gateway_clearing', 'plan_sales', 'storage_sales', 'tax_owed', 'refunds', 'disputes_held', 'disputes', 'losses')) not valid;

    create function invoices_cover() returns trigger language plpgsql as $$
    begin
      if (select sum(case when kind = 'credit_note' then amount when source_id is not null then -amount else 0 end) from invoices
          where organisation_id = new.organisation_id and order_id = new.order_id)
        > (select total from orders where organisation_id = new.organisation_id and id = new.order_id) then
        raise exception 'credit notes say more than the invoice' using errcode = 'check_violation', constraint = 'invoices_cover';
      end if;
      return null;
    end $$;
    create constraint trigger invoices_cover after insert on invoices deferrable initially deferred
      for each row when (new.kind = 'credit_note') execute function invoices_cover();

    create function platform_invoices_cover() returns trigger language plpgsql as $$
    begin
      if (select sum(case when kind = 'credit_note' then amount when source_id is not null then -amount else 0 end) from platform_invoices
          where payment_id = new.payment_id)
        > (select amount from platform_payments where organisation_id = new.payer_id and id = new.payment_id) then
        raise exception 'credit notes say more than the invoice' using errcode = 'check_violation', constraint = 'platform_invoices_cover';
      end if;
      return null;
    end $$;
    create constraint trigger platform_invoices_cover after insert on platform_invoices deferrable initially deferred
      for each row when (new.kind = 'credit_note') execute function platform_invoices_cover();
  `.execute(db);
  await sql`alter table ledger_entries validate constraint ledger_entries_account_check`.execute(db);
  await sql`alter table platform_entries validate constraint platform_entries_account_check`.execute(db);
}
