import { type Kysely, sql } from 'kysely';

/**
 * Who owes the tax on what an organisation buys of the service follows the details of both sides from the next period on. A purchase keeps the prices with the
 * tax (`price`, `next_price`, `change_price`), from which both amounts are computed. `next_reverse_charge` and `following_amount` are what the next period has
 * if that changes: until then, what was agreed stays, because it is paid. While `tax_change_id` is set, the gateway is still to be told what the next period
 * costs. `seller_revision` says which details of the service a purchase has followed: they are counted, since the operator changes them in the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table platform_seller add column revision integer not null default 1;
    create function count_platform_seller() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      return new;
    end $$;
    create trigger platform_seller_counts before update on platform_seller for each row
      when ((old.country, old.vat_id) is distinct from (new.country, new.vat_id)) execute function count_platform_seller();

    alter table platform_purchases
      add column price bigint check (price > 0),
      add column next_price bigint check (next_price > 0),
      add column change_price bigint check (change_price > 0),
      add column next_reverse_charge boolean,
      add column following_amount bigint check (following_amount > 0),
      add column tax_change_id uuid,
      add column seller_revision integer not null default 0;

    create function price_with_tax(kind text, item text, each text, amount bigint, currency text, reverse_charge boolean) returns bigint language sql stable as $$
      select case when $6 then coalesce(
        (select listed.amount from (
            select 'plan' as kind, plan_id as item, p.interval, p.amount, p.currency from plan_prices p
            union all select 'storage', offer_id, p.interval, p.amount, p.currency from storage_offer_prices p) listed, platform_seller
          where listed.kind = $1 and listed.item = $2 and listed.interval = $3 and listed.currency = $5
            and round(listed.amount * 10000.0 / (10000 + coalesce(tax_rate, 0))) = $4),
        (select round($4 * (10000.0 + coalesce(tax_rate, 0)) / 10000) from platform_seller)) else $4 end
    $$;
    -- For what exists, and for processes of the release before, which know no prices with the tax.
    create function fill_purchase_prices() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if new.item_id <> old.item_id and new.price = old.price then new.price := null; end if;
        if new.next_item_id <> old.next_item_id and new.next_price = old.next_price then new.next_price := null; end if;
      end if;
      new.price := coalesce(new.price, price_with_tax(new.kind, new.item_id, new.interval, new.amount, new.currency, new.reverse_charge));
      new.next_price := case when new.next_item_id is not null then
        coalesce(new.next_price, price_with_tax(new.kind, new.next_item_id, new.interval, new.next_amount, new.currency, new.reverse_charge)) end;
      new.change_price := case when new.change_id is not null then
        coalesce(new.change_price, price_with_tax(new.kind, new.change_item_id, new.change_interval, new.change_amount, new.currency, new.reverse_charge)) end;
      return new;
    end $$;
    create trigger platform_purchases_prices before insert or update on platform_purchases for each row execute function fill_purchase_prices();
    update platform_purchases set price = null;

    -- Compatible: a trigger fills it.
    alter table platform_purchases
      alter column price set not null,
      add constraint platform_purchases_next_price check ((next_item_id is null) = (next_price is null)),
      add constraint platform_purchases_change_price check ((change_id is null) = (change_price is null)),
      add constraint platform_purchases_following check ((next_reverse_charge is null) = (following_amount is null) and next_reverse_charge <> reverse_charge);
  `.execute(db);
}
