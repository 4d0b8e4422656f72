import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';

type GatewayMode = Pick<Payments, 'gateway' | 'livemode'>;

const selectAccounts = (db: Executor, organisationId: string, { gateway, livemode }: GatewayMode) =>
  db
    .selectFrom('gateway_accounts')
    .where('gateway_accounts.organisation_id', '=', organisationId)
    .where('gateway', '=', gateway)
    .where('livemode', '=', livemode);

/** Returns the account that the organisation has with this gateway, if any: the connected one, or else the one that was disconnected last. */
export const readAccount = (db: Executor, organisationId: string, payments: GatewayMode) =>
  selectAccounts(db, organisationId, payments)
    .select(['account_id as accountId', 'disconnected_at as disconnectedAt'])
    .where('account_id', 'is not', null)
    .orderBy('disconnected_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .$narrowType<{ accountId: string }>()
    .executeTakeFirst();

/**
 * Returns the connected account of the organisation, and creates one if there is none. Concurrent calls, and calls after one that was interrupted,
 * create the same account.
 * @throws PaymentsUnavailableError
 */
export async function openAccount({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>, payments: Payments, caller: Caller): Promise<string> {
  const { organisationId } = caller;
  const { gateway, livemode } = payments;
  const { id, account_id } = await db
    .insertInto('gateway_accounts')
    .values({ organisation_id: organisationId, id: newId(), gateway, livemode, created_at: timeOf(clock) })
    // The update changes nothing, and returns the account even if it is disconnected at the same time.
    .onConflict((conflict) => conflict.columns(['organisation_id', 'gateway', 'livemode']).where('disconnected_at', 'is', null).doUpdateSet({ gateway }))
    .returning(['id', 'account_id'])
    .executeTakeFirstOrThrow();
  if (account_id !== null) return account_id;
  const { name } = await db.selectFrom('organisations').select('name').where('id', '=', organisationId).executeTakeFirstOrThrow();
  const created = await payments.createAccount({ key: id, name });
  await inTransaction(db, async (trx) => {
    const connected = await trx
      .updateTable('gateway_accounts')
      .set({ account_id: created })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('account_id', 'is', null)
      .returning(['gateway', 'livemode', 'account_id'])
      .executeTakeFirst();
    if (connected) await recordChange(trx, caller, { action: 'gateway.connected', objectId: id, before: null, after: connected });
  });
  return created;
}

/** Forgets the connected account, which continues to exist at the gateway. Returns whether there was one. */
export async function closeAccount({ db, clock }: Pick<Tools, 'db' | 'clock'>, payments: GatewayMode, caller: Caller): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const closed = await trx
      .updateTable('gateway_accounts')
      .set({ disconnected_at: timeOf(clock) })
      .where('organisation_id', '=', caller.organisationId)
      .where('gateway', '=', payments.gateway)
      .where('livemode', '=', payments.livemode)
      .where('disconnected_at', 'is', null)
      .returning(['id', 'gateway', 'livemode', 'account_id'])
      .executeTakeFirst();
    if (!closed) return false;
    const { id, ...before } = closed;
    await recordChange(trx, caller, { action: 'gateway.disconnected', objectId: id, before, after: null });
    return true;
  });
}
