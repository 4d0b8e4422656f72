import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { selectOrders } from './columns.ts';
import { flagColumns, storedFlags } from './flags.ts';

/**
 * Removes the flags from an order that staff have looked at. Failed refunds and open disputes are not stored as flags: they last as long as their state.
 * @throws NotFoundError
 */
export async function settleOrderFlag({ db }: Pick<Tools, 'db'>, caller: Caller, orderId: string): Promise<void> {
  requireIds(orderId);
  const { organisationId } = caller;
  await inTransaction(db, async (trx: Executor) => {
    const { flags } = await selectOrders(trx, organisationId)
      .where('orders.id', '=', orderId)
      .select(storedFlags.as('flags'))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError());
    if (flags.length === 0) return;
    await trx.updateTable('orders').set(flagColumns([])).where('organisation_id', '=', organisationId).where('id', '=', orderId).execute();
    await recordChange(trx, caller, { action: 'order.flag_settled', objectId: orderId, before: { flags }, after: { flags: [] } });
  });
}
