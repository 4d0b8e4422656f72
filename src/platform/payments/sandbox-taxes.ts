import { chargeRuleOf } from './charges.ts';
import type { Money } from './money.ts';
import { TaxRefusedError } from './payments.ts';
import type { OnboardingOutcome } from './sandbox-desk.ts';
import type { ObjectStore } from './sandbox-store.ts';
import { shareOf } from './share.ts';
import type { GatewayTax, TaxBehavior } from './taxes.ts';

const WHOLE = 10_000;

/** The rates of value-added tax by which the sandbox computes taxes, in hundredths of a percent, by country. It charges none elsewhere. */
const RATES: Readonly<Record<string, number>> = { AT: 2000, BE: 2100, CH: 810, DE: 1900, ES: 2100, FR: 2000, GB: 2000, IT: 2200, NL: 2100, PT: 2300 };

/** The countries that a buyer can name at the sandbox. */
export const SANDBOX_COUNTRIES: readonly string[] = [...Object.keys(RATES), 'US'];

/** Returns the taxes of a buyer in a country on a price, and what they pay. Null if the sandbox does not know the country. */
export function taxAtSandbox({ amount, currency }: Money, behavior: TaxBehavior, country: string): { total: Money; taxes: GatewayTax[] } | null {
  if (!SANDBOX_COUNTRIES.includes(country)) return null;
  const rate = RATES[country];
  if (rate === undefined) return { total: { amount, currency }, taxes: [] };
  const tax = shareOf(amount, rate, behavior === 'exclusive' ? WHOLE : WHOLE + rate, chargeRuleOf(currency)?.step);
  const taxes = [{ label: 'VAT', rate, country, amount: tax }];
  return { total: { amount: behavior === 'exclusive' ? amount + tax : amount, currency }, taxes };
}

/**
 * Refuses to compute taxes for sellers who have left questions open so that they get no payouts, as a gateway does whose tax is not set up.
 * @throws TaxRefusedError
 */
export async function requireTaxes(store: ObjectStore, accountId: string | null): Promise<void> {
  const account = accountId === null ? null : await store.read<{ outcome: OnboardingOutcome }>(accountId);
  if (account?.outcome === 'payouts_disabled') throw new TaxRefusedError('the sandbox computes no taxes for sellers without payouts');
}
