import { chargeRuleOf } from '../../../platform/payments/charges.ts';
import { shareBetween, shareOf } from '../../kernel/money.ts';

const WHOLE = 10_000;

const stepOf = (currency: string): number => chargeRuleOf(currency)?.step ?? 1;

/** Returns the platform's fee on a total that an organisation is paid, in minor units. */
export const platformFeeOf = (total: number, rate: number, currency: string): number => shareOf(total, rate, WHOLE, stepOf(currency));

/** The money for an order, and the platform's fee on it. */
export interface ChargedTotal {
  total: number;
  platform_fee: number;
  currency: string;
}

/** Returns how much of the fee the platform gives back when the total refunded changes from `before` to `after`. Negative if money comes back. */
export const platformFeeBetween = ({ total, platform_fee: part, currency }: ChargedTotal, before: number, after: number): number =>
  shareBetween({ part, total }, before, after, stepOf(currency));
