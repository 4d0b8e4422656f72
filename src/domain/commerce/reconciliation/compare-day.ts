import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { newId } from '../../kernel/ids.ts';
import { type AccountDay, isOn } from './account-day.ts';

type Mode = Pick<Payments, 'gateway' | 'livemode'>;

/**
 * Compares a day of an account with the books: each payment, refund and dispute that either side has entered on this day, by the sum of everything that each
 * side has ever entered about it and, if these sums agree, by the platform's fee, as far as the account has it in the currency of the order. Money in transit
 * is left out. Replaces the result of an earlier comparison of the day.
 * @param others the number of the gateway's entries that concern no order
 * @param now RFC 3339
 */
export async function compareDay(
  trx: Executor,
  mode: Mode,
  key: AccountDay,
  others: number | null,
  now: string,
): Promise<{ id: string; isNew: boolean; differences: number }> {
  const { organisationId, accountId, day } = key;
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into reconciliations (organisation_id, id, gateway, livemode, account_id, day, compared_at, entry_count, other_count, difference_count)
    values (${organisationId}, ${newId()}, ${mode.gateway}, ${mode.livemode}, ${accountId}, ${day}, ${now}, 0, ${others ?? 0}, 0)
    on conflict (organisation_id, gateway, livemode, account_id, day) do update
      set compared_at = excluded.compared_at, other_count = coalesce(${others}, reconciliations.other_count)
    returning id, xmax = 0 as "isNew"`.execute(trx);
  const { id, isNew } = rows[0] as { id: string; isNew: boolean };
  await sql`delete from reconciliation_differences where organisation_id = ${organisationId} and reconciliation_id = ${id}`.execute(trx);
  const found = await sql<{ differences: number }>`
    with counted as (${differencesOf(mode, key)}), stored as (
      insert into reconciliation_differences (organisation_id, reconciliation_id, object_id, order_id, kind, currency, booked, entered_currency, entered)
      select ${organisationId}, ${id}, object_id, order_id, kind, currency, booked, entered_currency, entered from counted returning 1
    )
    update reconciliations set difference_count = (select count(*) from stored),
      entry_count = (select count(*) from gateway_entries e where e.organisation_id = ${organisationId} and e.gateway = ${mode.gateway}
        and e.account_id = ${accountId} and ${isOn(sql.ref('e.entered_at'), day)})
    where organisation_id = ${organisationId} and id = ${id} returning difference_count as differences`.execute(trx);
  return { id, isNew, differences: found.rows[0]?.differences ?? 0 };
}

/**
 * Selects the differences of a day. The gateway enters the full amount that a buyer has paid before it passes on the platform's fee. A payment, a refund or a
 * dispute in the books is matched by the ID that the gateway gave it.
 */
const differencesOf = ({ gateway, livemode }: Mode, { organisationId, accountId, day }: AccountDay) => sql`
  with touched as (
    select t.order_id as id from ledger_transactions t
      where t.organisation_id = ${organisationId} and t.livemode = ${livemode} and ${isOn(sql.ref('t.occurred_at'), day)}
    union
    select e.order_id from gateway_entries e
      where e.organisation_id = ${organisationId} and e.gateway = ${gateway} and e.account_id = ${accountId} and ${isOn(sql.ref('e.entered_at'), day)}
  ), compared as (
    select o.id, o.state, o.payment_id, o.currency from touched join orders o on o.organisation_id = ${organisationId} and o.id = touched.id
    where o.gateway = ${gateway} and o.livemode = ${livemode} and o.account_id = ${accountId}
  ), booked as (
    select o.id as order_id, coalesce(r.gateway_refund_id, d.gateway_dispute_id, o.payment_id, o.id::text) as object_id, sum(l.amount)::bigint as amount,
      coalesce(sum(l.amount) filter (where l.account = 'platform_fees' and t.fact = 'paid'), 0)::bigint as fee,
      bool_or(${isOn(sql.ref('t.occurred_at'), day)}) as is_touched
    from compared o
      join ledger_transactions t on t.organisation_id = ${organisationId} and t.order_id = o.id and t.fact <> 'fee_charged'
      join ledger_entries l on l.organisation_id = ${organisationId} and l.transaction_id = t.id and l.account in ('gateway_clearing', 'platform_fees')
      left join refunds r on r.organisation_id = ${organisationId} and r.id = t.source_id
      left join disputes d on d.organisation_id = ${organisationId} and d.id = t.source_id
    group by 1, 2
  ), entered as (
    select o.id as order_id, e.object_id, min(e.currency) as currency, sum(e.amount)::bigint as amount, case when count(*) = count(e.platform_fee) then sum(e.platform_fee)::bigint end as fee,
      min(e.fee_currency) as fee_currency, bool_or(${isOn(sql.ref('e.entered_at'), day)}) as is_touched
    from compared o join gateway_entries e on e.organisation_id = ${organisationId} and e.order_id = o.id
    group by 1, 2
  )
  select object_id, order_id, o.currency, found.kind, coalesce(entered.currency, o.currency) as entered_currency,
    coalesce(case found.kind when 'fee' then booked.fee else booked.amount end, 0) as booked,
    coalesce(case found.kind when 'fee' then entered.fee else entered.amount end, 0) as entered
  from booked full join entered using (order_id, object_id) join compared o on o.id = order_id
  cross join lateral (select case
    when (coalesce(booked.amount, 0), o.currency) <> (coalesce(entered.amount, 0), coalesce(entered.currency, o.currency)) then
      case when booked is null then 'missing_here' when entered is null then 'missing_there' else 'amount' end
    when entered.fee_currency = o.currency and entered.fee <> booked.fee then 'fee' end as kind) found
  where (booked.is_touched or entered.is_touched) and found.kind is not null
    and not (booked is null and o.state = 'processing' and object_id is not distinct from o.payment_id)
    and not exists (select from refunds r where r.organisation_id = ${organisationId} and r.order_id = o.id and r.gateway_refund_id = object_id
      and r.state in ('pending', 'requires_action'))`;
