import type { Money } from './payments.ts';

/**
 * By how much Stripe multiplies the minor units of ISO 4217, where it does: it counts these currencies in other units than the standard.
 * https://docs.stripe.com/currencies#special-cases
 */
const FACTORS: Readonly<Record<string, number>> = { ISK: 100, UGX: 100, MGA: 0.01 };

export const fromStripe = ({ amount, currency }: { amount: number; currency: string }): Money => {
  const code = currency.toUpperCase();
  return { amount: Math.round(amount / (FACTORS[code] ?? 1)), currency: code };
};
