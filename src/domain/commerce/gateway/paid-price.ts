import type { SubscriptionPayment } from '../../../platform/payments/subscriptions.ts';

interface Prices {
  /** The agreed price of each period. */
  agreed: number;
  /** The price of the next period after a change. */
  changed: number;
  /** Whether both prices contain the tax that the gateway computes. */
  includeTax?: boolean;
}

/**
 * Whether a payment shows that its period began with the changed price. If the answer to the change was lost, only this tells whether the change reached the
 * gateway in time.
 */
export function paysChanged({ reason, total, discount, credit, tax }: SubscriptionPayment, { agreed, changed, includeTax = true }: Prices): boolean {
  const price = total.amount + discount + credit - (includeTax ? 0 : (tax ?? 0));
  return reason === 'period' && changed !== agreed && price === changed;
}
