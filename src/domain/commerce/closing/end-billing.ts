import { sql } from 'kysely';
import type { Database, Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import { DomainError } from '../../kernel/errors.ts';
import { readErasure } from '../../kernel/held-jobs.ts';
import { addJob, enqueue, type Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { FREE_PLAN } from '../../organisations/plans/plans.ts';
import { isOf } from '../gateway/is-of.ts';
import { buyStorage, changePlan } from '../platform-purchases/buy.ts';
import { noteCancellation, tellEnd } from '../subscriptions/cancel-subscription.ts';
import { isLiveIn, isOver, readSubscription, type SubscriptionKey } from '../subscriptions/columns.ts';
import { settleSubscription } from '../subscriptions/settle.ts';

/** Has all recurring payments end with their current periods: those of learners to the organisation, and its own for its plan and storage. */
export async function endBillingLater(trx: Executor, { organisationId, actorId }: Caller): Promise<void> {
  await enqueue(trx, 'end_closed_purchases', { organisation_id: organisationId, user_id: actorId });
  const job = addJob('end_closed_subscription', { organisation_id: sql`organisation_id`, subscription_id: sql`id` });
  await sql`select ${job} from catalogue_subscriptions where organisation_id = ${organisationId} and ${isLiveIn}`.execute(trx);
}

type EndTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments' | 'base' | 'webAppUrl'>;

/** Ends the plan and the storage that a closed organisation pays for. Does nothing if the organisation was reopened. */
export async function endClosedPurchases(tools: EndTools, { organisation_id, user_id }: Jobs['end_closed_purchases']): Promise<void> {
  if (!(await readErasure(tools.db, organisation_id))) return;
  const owner: Caller = { organisationId: organisation_id, role: 'owner', actorType: 'user', actorId: user_id, requestId: 'delete_organisation', ip: null };
  await ifAnything(changePlan(tools, owner, { plan_id: FREE_PLAN, preview: false }));
  await ifAnything(buyStorage(tools, owner, { addon_id: null, preview: false }));
}

const NOTHING_TO_END: ReadonlySet<string> = new Set(['not_subscribed', 'payments_not_configured']);

async function ifAnything(ending: Promise<unknown>): Promise<void> {
  await ending.catch((error: unknown) => {
    if (!(error instanceof DomainError && NOTHING_TO_END.has(error.code))) throw error;
  });
}

/** Ends a subscription of a learner in a closed organisation. Does nothing if the organisation was reopened. */
export async function endClosedSubscription(tools: Pick<EndTools, 'db' | 'clock' | 'keyring' | 'payments'>, key: SubscriptionKey): Promise<void> {
  const { db, payments } = tools;
  const row = await readSubscription(db, key).executeTakeFirst();
  if (!row || isOver(row.state) || row.cancels_at_period_end || !payments || !isOf(payments, row)) return;
  if (!(await readErasure(db, key.organisationId))) return;
  await noteCancellation(db, key, 'organisation_closed');
  await tellEnd(tools, payments, key, row);
  await settleSubscription(tools, payments, key);
}
