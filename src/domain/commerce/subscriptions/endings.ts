import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { addJob } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { endLeftAt } from '../gateway/end-left.ts';
import { isOf } from '../gateway/is-of.ts';

/** Adds a job for each subscription that still has to end at the gateway. */
export async function endLeftLater(db: Database): Promise<void> {
  const job = addJob('end_left_subscription', { id: sql`id` }, { key: sql`'end_left_subscription ' || id` });
  await sql`select ${job} from subscription_endings`.execute(db);
}

/** Ends at the gateway a subscription that nobody can see any more. Nothing is left to do if another gateway is configured now. */
export async function endLeft({ db, payments }: Pick<Tools<Database>, 'db' | 'payments'>, { id }: { id: string }): Promise<void> {
  const left = await db.selectFrom('subscription_endings').selectAll().where('id', '=', id).executeTakeFirst();
  if (!left || !payments || !isOf(payments, left)) return;
  const { account_id: account, page_id: pageId, gateway_id: subscriptionId, begun_at: begunAt } = left;
  await endLeftAt(payments.subscriptions, { account, key: id, pageId, subscriptionId, begunAt });
  await db.deleteFrom('subscription_endings').where('id', '=', id).execute();
}
