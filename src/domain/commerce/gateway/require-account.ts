import type { Executor } from '../../../platform/database/connect.ts';
import type { Payments } from '../../../platform/payments/payments.ts';
import { DomainError } from '../../kernel/errors.ts';
import { readAccount } from './accounts.ts';

/** Returns the gateway account into which the organisation is paid now.
 * @throws DomainError payments_not_ready
 * @throws PaymentsUnavailableError */
export async function requireAccount(db: Executor, gateway: Payments, { organisationId }: { organisationId: string }): Promise<string> {
  const account = await readAccount(db, organisationId, gateway);
  const isReady = account && account.disconnectedAt === null && (await gateway.readAccount(account.accountId))?.chargesEnabled;
  if (!isReady) throw new DomainError('payments_not_ready', 'The organisation cannot accept payments yet.');
  return account.accountId;
}
