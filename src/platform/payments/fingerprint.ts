import type { Stripe } from 'stripe';

/** Returns the identifier of the card or bank account of a charge, or null if Stripe does not say. */
export function fingerprintOf({ payment_method_details }: Stripe.Charge): string | null {
  const { card, sepa_debit, us_bank_account } = payment_method_details ?? {};
  return card?.fingerprint ?? sepa_debit?.fingerprint ?? us_bank_account?.fingerprint ?? null;
}
