import type { Database } from '../../../platform/database/connect.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOf } from '../gateway/is-of.ts';
import { isOver, readSubscription, type SubscriptionKey } from './columns.ts';
import { settleSubscription } from './settle.ts';

/** Ends a refunded or disputed subscription at the gateway, unless the money has come back in the meantime. */
export async function endWithdrawn(tools: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>, key: SubscriptionKey): Promise<void> {
  const { db, payments } = tools;
  const row = await readSubscription(db, key).executeTakeFirst();
  if (!row || row.withdrawals === 0 || isOver(row.state) || row.gateway_id === null || !payments || !isOf(payments, row)) return;
  await payments.subscriptions.end(row.account_id, row.gateway_id);
  await settleSubscription(tools, payments, key);
}
