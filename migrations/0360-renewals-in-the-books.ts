import { type Kysely, sql } from 'kysely';

/**
 * A payment for a later period of a subscription is a movement of its own, `renewal`, so that sales and renewals can be told apart. The days count both as
 * `sales`, and renewals beside it. What was entered before is told apart, too, and its days are counted anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_transactions
      drop constraint ledger_transactions_movement_check,
      add constraint ledger_transactions_movement_check check (movement in ('sale', 'renewal', 'refund', 'dispute', 'reversal')) not valid;
    alter table analytics_money_days add column renewal_count integer not null default 0;

    create or replace function ledger_fill_movement() returns trigger language plpgsql as $$
    begin
      select case when new.fact = 'paid' and subscription_part = 'renewal' then 'renewal' else ledger_movement(new.fact, tax) end, course_id
        into new.movement, new.course_id
        from orders where organisation_id = new.organisation_id and id = new.order_id;
      return new;
    end $$;

    alter table ledger_transactions disable trigger ledger_stays;
    with told as (
      update ledger_transactions t set movement = 'renewal' from orders o
        where o.organisation_id = t.organisation_id and o.id = t.order_id and o.subscription_part = 'renewal' and t.fact = 'paid' and t.movement = 'sale'
        returning t.organisation_id, t.occurred_at
    )
    insert into analytics_changes (organisation_id, kind, at) select distinct organisation_id, 'money', occurred_at from told;
    alter table ledger_transactions enable trigger ledger_stays;
  `.execute(db);
}
