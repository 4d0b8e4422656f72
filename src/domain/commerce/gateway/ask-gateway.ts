import { type Payments, PaymentsUnavailableError, TaxRefusedError } from '../../../platform/payments/payments.ts';
import { DomainError } from '../../kernel/errors.ts';

/** @throws DomainError payments_not_configured */
export function requireGateway(payments: Payments | null): Payments {
  if (!payments) throw new DomainError('payments_not_configured', 'No payment gateway is configured.');
  return payments;
}

/**
 * Sends requests to the payment gateway. No transaction may be open, because the requests can take seconds.
 * @throws DomainError payments_not_configured, payments_unavailable
 */
export async function askGateway<T>(payments: Payments | null, ask: (payments: Payments) => Promise<T>): Promise<T> {
  return ask(requireGateway(payments)).catch((error: unknown) => {
    throw error instanceof PaymentsUnavailableError ? new DomainError('payments_unavailable', 'The payment gateway is unavailable.').causedBy(error) : error;
  });
}

/**
 * Has the gateway create a payment page. If the gateway cannot compute the tax, the purchase is abandoned.
 * @throws DomainError tax_not_ready
 */
export const openTaxedPage = <T>(open: () => Promise<T>, abandon: () => Promise<unknown>): Promise<T> =>
  open().catch(async (error: unknown) => {
    if (!(error instanceof TaxRefusedError)) throw error;
    await abandon();
    throw new DomainError('tax_not_ready', 'The payment gateway cannot calculate the tax.').causedBy(error);
  });
