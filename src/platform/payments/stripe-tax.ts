import type { Stripe } from 'stripe';
import { RequestRefusedError, TaxRefusedError } from './payments.ts';

const TAX_CODES: ReadonlySet<string | undefined> = new Set([
  'stripe_tax_inactive',
  'taxes_calculation_failed',
  'failed_tax_calculation',
  'invalid_tax_location',
]);

/** Whether Stripe refuses a request because the seller has not set Stripe Tax up. For an account without an address, Stripe says so only in words. */
function isAboutTax(error: unknown): boolean {
  if (!(error instanceof RequestRefusedError)) return false;
  const { code, param, message } = error.cause as Partial<Stripe.errors.StripeError>;
  return TAX_CODES.has(code) || (param ?? '').startsWith('automatic_tax') || (message ?? '').includes('automatic tax');
}

/**
 * Turns a failure to compute the tax of a page into an error of the port.
 * @returns the error to throw
 */
export const taxErrorOf = (error: unknown): unknown =>
  isAboutTax(error) ? new TaxRefusedError('the gateway computes no taxes for the seller', { cause: error }) : error;
