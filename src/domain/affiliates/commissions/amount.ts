import { shareOf } from '../../kernel/money.ts';
import type { Rate } from '../program/rate.ts';

const HUNDREDTHS = 100 * 100;

/** Returns the commission on what was paid, without tax, in minor units: rounded once, half up, and never more than that. */
export const commissionOf = (rate: Rate, base: number): number =>
  base <= 0 ? 0 : rate.type === 'percent' ? shareOf(base, rate.hundredths, HUNDREDTHS) : Math.min(rate.amount, base);
