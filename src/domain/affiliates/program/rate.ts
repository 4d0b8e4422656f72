import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';
import { checkCurrency } from '../../kernel/locale.ts';

/** The rate of a commission: hundredths of a percent of what was paid, or a fixed amount in one currency. */
export type Rate = Shape<'CommissionRate'>;

/** Adds a fault if the rate has a currency that does not exist. */
export function checkRate(rate: Rate | null | undefined, faults: Faults, field = 'rate'): void {
  if (rate?.type === 'fixed') checkCurrency(rate.currency, faults, `${field}.currency`);
}
