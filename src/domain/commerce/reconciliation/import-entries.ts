import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { GatewayEntry, Payments } from '../../../platform/payments/payments.ts';
import { isId, newId } from '../../kernel/ids.ts';
import type { AccountDay } from './account-day.ts';

/** Number of entries that are stored at once. */
const STEP = 500;

/**
 * Stores the gateway's entries of a day about orders of the organisation, and no others: sellers may use their account for other business, too. Entries that
 * are stored already stay as they are. Returns the number of entries about other business.
 * @throws PaymentsUnavailableError
 */
export async function importEntries(db: Executor, payments: Payments, { organisationId, accountId, day }: AccountDay): Promise<{ others: number }> {
  const from = new Date(`${day}T00:00:00Z`);
  const until = new Date(from.getTime() + 24 * 3600_000);
  let others = 0;
  let step: GatewayEntry[] = [];
  const store = async () => {
    others += await storeEntries(db, payments, { organisationId, accountId }, step);
    step = [];
  };
  for await (const entry of payments.listEntries(accountId, { from: from.toISOString(), until: until.toISOString() })) {
    step.push(entry);
    if (step.length === STEP) await store();
  }
  if (step.length > 0) await store();
  return { others };
}

/** Stores entries. Returns the number of those that concern no order of the organisation. */
async function storeEntries(
  db: Executor,
  { gateway, livemode }: Payments,
  { organisationId, accountId }: Omit<AccountDay, 'day'>,
  entries: readonly GatewayEntry[],
): Promise<number> {
  const given = entries.map(({ id, key, paymentId, objectId, money, fee, platformFee, enteredAt }) => ({
    id: newId(),
    entry_id: id,
    // A payment that was requested elsewhere may have any key.
    order_key: isId(key) ? key : null,
    payment_id: paymentId,
    object_id: objectId,
    currency: money.currency,
    amount: money.amount,
    fee_currency: fee.currency,
    fee: fee.amount,
    platform_fee: platformFee,
    entered_at: enteredAt,
  }));
  const { rows } = await sql<{ own: number }>`
    with own as (
      select given.*, orders.id as order_id
      from jsonb_to_recordset(${JSON.stringify(given)}) as given (id uuid, entry_id text, order_key uuid, payment_id text, object_id text,
          currency text, amount bigint, fee_currency text, fee bigint, platform_fee bigint, entered_at timestamptz)
        join orders on orders.organisation_id = ${organisationId} and orders.gateway = ${gateway} and orders.livemode = ${livemode}
          and orders.account_id = ${accountId}
          and orders.id = coalesce((select id from orders paid where paid.gateway = ${gateway} and paid.payment_id = given.payment_id), given.order_key)
    ), stored as (
      insert into gateway_entries (organisation_id, id, gateway, account_id, gateway_entry_id, order_id, object_id, currency, amount, fee_currency, fee,
          platform_fee, entered_at)
      select ${organisationId}, id, ${gateway}, ${accountId}, entry_id, order_id, object_id, currency, amount, fee_currency, fee, platform_fee, entered_at
      from own
      on conflict do nothing
    )
    select count(*)::int as own from own`.execute(db);
  return entries.length - (rows[0]?.own ?? 0);
}
