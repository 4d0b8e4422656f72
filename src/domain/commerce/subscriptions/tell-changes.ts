import { RequestRefusedError } from '../../../platform/payments/payments.ts';
import type { PriceChange, RecurringDiscount, SubscriptionGateway } from '../../../platform/payments/subscriptions.ts';
import { gatewayDiscountOf, gatewayTaxOf, hasOtherPrice, type SubscriptionRow } from './columns.ts';

/**
 * Tells the gateway of the changes that wait, of the plan and of who owes the tax from the next period on. Repeated calls change the same.
 * @returns false if it refuses, as when the payment for a change of the plan fails. The next period is then paid as it was planned before.
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
  const { account_id: account, plan, next_plan, following, change_id, change_plan, change_plan_later, change_is_now, business_change_id } = kept;
  const discount = gatewayDiscountOf(kept);
  const owesNext = kept.next_reverse_charge ?? kept.reverse_charge;
  const set = (key: string, price: PriceChange['price'], off: RecurringDiscount | null, owes = owesNext, when: PriceChange['when'] = 'period_end') =>
    subscriptions.changePrice(account, gatewayId, { key, price, tax: gatewayTaxOf(kept, owes), when, discount: off });
  const setFollowing = (key: string) => set(key, following, next_plan ? null : discount);
  if (!change_plan || !change_plan_later) {
    if (business_change_id !== null) await setFollowing(business_change_id);
    return true;
  }
  if (change_plan.id === plan.id) {
    if (next_plan || business_change_id !== null) await set(`${change_id}-back`, change_plan_later, discount);
  } else if (!change_is_now) await set(`${change_id}`, change_plan_later, null);
  else if (!(await begin())) return false;
  if (kept.cancels_at_period_end) await subscriptions.setCancelsAtPeriodEnd(account, gatewayId, false);
  return true;

  /** Has another plan begin now. What is left of the period was paid at the current price, whatever the next one is. */
  async function begin(): Promise<boolean> {
    const isOther = hasOtherPrice(kept);
    try {
      if (isOther) await set(`${change_id}-back`, plan, discount, kept.reverse_charge);
      await set(`${change_id}`, change_plan as PriceChange['price'], null, kept.reverse_charge, 'now');
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) throw error;
      if (isOther) await setFollowing(`${change_id}-kept`);
      return false;
    }
    if (kept.next_reverse_charge !== null) await set(`${change_id}-later`, change_plan_later as PriceChange['price'], null);
    return true;
  }
}
