import { isDeepStrictEqual } from 'node:util';
import { RequestRefusedError } from '../../../platform/payments/payments.ts';
import type { PriceChange, RecurringDiscount, SubscriptionGateway } from '../../../platform/payments/subscriptions.ts';
import { gatewayDiscountOf, gatewayTaxOf, hasOtherPrice, type SubscriptionRow } from './columns.ts';

const hasChange = ({ change_id, business_change_id }: SubscriptionRow): boolean => change_id !== null || business_change_id !== null;

/** Returns what the gateway knows of the next payments once it has been told of the pending changes. */
function settingOf(row: SubscriptionRow) {
  const { plan, next_plan, following, change_plan, change_plan_later } = row;
  const { amount, currency, interval } = change_plan_later ?? following;
  const keepsPlan = change_plan ? change_plan.id === plan.id : next_plan === null;
  const tax = gatewayTaxOf(row, row.next_reverse_charge ?? row.reverse_charge);
  return { amount, currency, interval, discount: keepsPlan ? gatewayDiscountOf(row) : null, tax };
}

/**
 * Whether the gateway must be told again, because a process has told it of changes in a row that was replaced in the meantime, perhaps after others had told it
 * of newer ones.
 */
export const isToldLate = (seen: SubscriptionRow, current: SubscriptionRow): boolean =>
  hasChange(seen) && !isDeepStrictEqual(settingOf(seen), settingOf(current));

/**
 * Tells the gateway of the pending changes of the plan, and of who owes the tax from the next period on. Repeated calls make the same changes.
 * @returns false if the gateway refuses, as when the payment for a change of the plan fails. The next period is then paid as it was planned before.
 * @throws PaymentsUnavailableError
 */
export async function tellChanges(subscriptions: SubscriptionGateway, kept: SubscriptionRow, gatewayId: string): Promise<boolean> {
  try {
    return await tell(subscriptions, kept, gatewayId);
  } catch (error) {
    if (error instanceof RequestRefusedError) return false;
    throw error;
  }
}

async function tell(subscriptions: SubscriptionGateway, kept: SubscriptionRow, gatewayId: string): Promise<boolean> {
  const { account_id: account, plan, next_plan, following, change_id, change_plan, change_plan_later, change_is_now, business_change_id, revision } = kept;
  const discount = gatewayDiscountOf(kept);
  const owesNext = kept.next_reverse_charge ?? kept.reverse_charge;
  const set = (key: string, price: PriceChange['price'], off: RecurringDiscount | null, owes = owesNext, when: PriceChange['when'] = 'period_end') =>
    subscriptions.changePrice(account, gatewayId, { key, price, tax: gatewayTaxOf(kept, owes), when, discount: off });
  // The terms of the next period can be told again, and depend on everything in the row.
  const keyOf = (step: string) => `${change_id ?? business_change_id}-${revision}-${step}`;
  const setFollowing = () => set(keyOf('following'), following, next_plan ? null : discount);
  if (!change_plan || !change_plan_later) {
    if (business_change_id !== null) await setFollowing();
    return true;
  }
  if (change_plan.id === plan.id) {
    if (next_plan || business_change_id !== null) await set(keyOf('back'), change_plan_later, discount);
  } else if (!change_is_now) await set(keyOf('next'), change_plan_later, null);
  else if (!(await begin())) return false;
  if (kept.cancels_at_period_end) await subscriptions.setCancelsAtPeriodEnd(account, gatewayId, false);
  return true;

  /** Has another plan begin now, and charges it once. The rest of the period was paid at the current price, whatever the next price is. */
  async function begin(): Promise<boolean> {
    const isOther = hasOtherPrice(kept);
    try {
      if (isOther) await set(`${change_id}-back`, plan, discount, kept.reverse_charge);
      await set(`${change_id}`, change_plan as PriceChange['price'], null, kept.reverse_charge, 'now');
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) throw error;
      if (isOther) await setFollowing();
      return false;
    }
    if (kept.next_reverse_charge !== null) await set(keyOf('next'), change_plan_later as PriceChange['price'], null);
    return true;
  }
}
