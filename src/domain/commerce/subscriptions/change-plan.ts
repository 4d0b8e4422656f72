import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, type Executor, inTransaction } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import type { ChangeLine } from '../../../platform/payments/subscriptions.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { askGateway } from '../gateway/ask-gateway.ts';
import { requireSame } from './cancel-subscription.ts';
import { asSubscription, hasOtherPrice, isOver, readSubscription, type SubscriptionKey, type SubscriptionRow } from './columns.ts';
import { amountOf, readOffered } from './offer.ts';
import { requireOwn } from './own-subscriptions.ts';
import { settleSubscription } from './settle.ts';

type ChangeTools = Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'payments'>;
type Plan = Shape<'SubscribedPlan'>;

/**
 * Changes the plan of a subscription of the caller, or returns what the change would cost. The change is stored before the gateway is told, so that an
 * interrupted one is completed by the next request or by the job that asks the gateway.
 * @throws NotFoundError
 * @throws ValidationError if there is no such plan
 * @throws DomainError subscription_over, plan_archived, plan_not_changeable, payment_overdue, payment_refused, payments_not_configured, payments_unavailable
 */
export async function changePlan(
  tools: ChangeTools,
  caller: Caller,
  id: string,
  { plan_id, preview = false }: Shape<'PlanChangeWrite'>,
): Promise<Shape<'PlanChange'>> {
  const { db, payments } = tools;
  const key = { organisationId: caller.organisationId, subscriptionId: id };
  const first = await requireOwn(db, caller, id);
  return askGateway(payments, async (gateway) => {
    requireSame(gateway, first);
    // The stored period must be up to date, because it decides what the change costs.
    const kept = requireChangeable(await settleSubscription(tools, gateway, key));
    const plan = await planFor(db, caller, kept, plan_id);
    const isNow = beginsAtOnce(kept, plan);
    const lines = isNow && plan.id !== kept.plan.id ? await previewLines(gateway, kept, plan) : [];
    const agreed = { plan: isNow ? plan : await planFor(db, caller, fromNextPeriod(kept), plan_id), isNow, lines };
    if (preview) return shown(tools, kept, agreed);
    const changeId = await storeChange(tools, caller, key, plan);
    const after = await settleSubscription(tools, gateway, key);
    if (changeId !== null && after?.refused_change_id === changeId) throw new DomainError('payment_refused', 'The payment for the change was declined.');
    return shown(tools, requireRow(after), agreed);
  });
}

/** @throws DomainError subscription_over */
export function requireRow(row: SubscriptionRow | null): SubscriptionRow {
  if (!row || isOver(row.state)) throw new DomainError('subscription_over', 'The subscription has ended.');
  return row;
}

/** @throws DomainError subscription_over, payment_overdue */
export function requireChangeable(row: SubscriptionRow | null): SubscriptionRow {
  const kept = requireRow(row);
  if (kept.state !== 'active' && kept.state !== 'trialing') throw new DomainError('payment_overdue', 'A payment is overdue.');
  return kept;
}

/** Reads the plan to change to. The current plan keeps the agreed terms, even if it is no longer offered. */
async function planFor(db: Executor, caller: Caller, { plan: current, ...taxation }: SubscriptionRow, planId: string): Promise<Plan> {
  if (planId === current.id) return current;
  const { id, version, title, amount, currency, interval, cycles } = await readOffered(db, caller, planId);
  const isPossible = currency === current.currency && cycles === null && current.cycles === null && !(current.interval === 'year' && interval === 'month');
  if (!isPossible) throw new DomainError('plan_not_changeable', 'The subscription cannot be changed to this plan.');
  return { id, version, title, amount: amountOf(amount, taxation, currency), currency, interval, cycles };
}

/** Returns the subscription as it will be paid after the current period. */
const fromNextPeriod = (kept: SubscriptionRow): SubscriptionRow => ({ ...kept, reverse_charge: kept.next_reverse_charge ?? kept.reverse_charge });

/** Whether the plan begins now, and not with the next period. */
const beginsAtOnce = ({ state, plan: current }: SubscriptionRow, plan: Plan): boolean =>
  plan.id === current.id || state === 'trialing' || plan.interval !== current.interval || plan.amount >= current.amount;

async function previewLines({ subscriptions }: Payments, row: SubscriptionRow, plan: Plan) {
  const { account_id, gateway_id, state, plan: current, coupon_taken } = row;
  if (state === 'trialing' || gateway_id === null) return [];
  return subscriptions.previewChange(account_id, gateway_id, plan, hasOtherPrice(row) ? { ...current, amount: current.amount - coupon_taken } : undefined);
}

interface Change {
  plan: Plan;
  isNow: boolean;
  lines: ChangeLine[];
}

function shown({ clock }: ChangeTools, row: SubscriptionRow, { plan, isNow, lines }: Change): Shape<'PlanChange'> {
  return {
    subscription: asSubscription(row),
    plan,
    takes_effect_at: isNow || row.period_end === null ? timeOf(clock) : row.period_end,
    currency: plan.currency,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    lines,
  };
}

/** Stores a change for the gateway to be told. A later change replaces it. Returns its ID, or null if nothing is to change. */
function storeChange({ db }: ChangeTools, caller: Caller, { organisationId, subscriptionId }: SubscriptionKey, plan: Plan): Promise<string | null> {
  const changeId = newId();
  return inTransaction(db, async (trx) => {
    const kept = requireChangeable(
      (await readSubscription(trx, { organisationId, subscriptionId }).forUpdate('catalogue_subscriptions').executeTakeFirst()) ?? null,
    );
    const isSame = (other: Plan | null) => other?.id === plan.id && other.version === plan.version;
    if (kept.change_id !== null && isSame(kept.change_plan)) return kept.change_id;
    if (kept.change_id === null && !kept.cancels_at_period_end && isSame(kept.next_plan ?? kept.plan)) return null;
    await trx
      .updateTable('catalogue_subscriptions')
      .set({
        ...{ change_id: changeId, change_plan_id: plan.id, change_plan_version: plan.version, change_is_now: beginsAtOnce(kept, plan) },
        revision: sql<number>`revision + 1`,
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', subscriptionId)
      .execute();
    const before = { plan_id: kept.plan.id, next_plan_id: kept.next_plan?.id ?? null, cancels_at_period_end: kept.cancels_at_period_end };
    const after = { plan_id: plan.id, plan_version: plan.version };
    await recordChange(trx, caller, { action: 'catalogue_subscription.change_requested', objectId: subscriptionId, before, after });
    return changeId;
  });
}
