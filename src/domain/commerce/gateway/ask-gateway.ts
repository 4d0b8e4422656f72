import { type Payments, PaymentsUnavailableError } from '../../../platform/payments/payments.ts';
import { DomainError } from '../../kernel/errors.ts';

/**
 * Sends requests to the payment gateway. No transaction may be open, because they can take seconds.
 * @throws DomainError payments_not_configured, payments_unavailable
 */
export async function askGateway<T>(payments: Payments | null, ask: (payments: Payments) => Promise<T>): Promise<T> {
  if (!payments) throw new DomainError('payments_not_configured', 'No payment gateway is configured.');
  return ask(payments).catch((error: unknown) => {
    throw error instanceof PaymentsUnavailableError ? new DomainError('payments_unavailable', 'The payment gateway is unavailable.').causedBy(error) : error;
  });
}
