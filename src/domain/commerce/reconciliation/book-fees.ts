import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { type AccountDay, isOn } from './account-day.ts';

/**
 * Enters the fees that the gateway has kept on a day in the books, each once, in the currency in which it was kept. A fee that the gateway gives back is
 * negative.
 */
export async function bookFees(
  trx: Executor,
  { gateway, livemode }: Pick<Payments, 'gateway' | 'livemode'>,
  { organisationId, accountId, day }: AccountDay,
): Promise<void> {
  await sql`
    with kept as (
      select id, order_id, fee_currency, fee, entered_at from gateway_entries
      where organisation_id = ${organisationId} and gateway = ${gateway} and account_id = ${accountId} and fee <> 0
        and ${isOn(sql.ref('entered_at'), day)}
    ), booked as (
      insert into ledger_transactions (organisation_id, id, order_id, fact, source_id, currency, livemode, occurred_at)
      select ${organisationId}, id, order_id, 'fee_charged', id, fee_currency, ${livemode}, entered_at from kept
      on conflict do nothing returning id
    )
    insert into ledger_entries (organisation_id, transaction_id, account, amount)
    select ${organisationId}, id, posting.account, posting.amount
    from booked join kept using (id) cross join lateral (values ('gateway_fees', fee), ('gateway_clearing', -fee)) as posting (account, amount)`.execute(trx);
}
