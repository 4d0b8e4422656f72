import type { Database } from '../../../platform/database/connect.ts';
import type { ConnectedAccount, Payments } from '../../../platform/payments/payments.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import { webPath, webUrl } from '../../organisations/organisations/web-links.ts';
import { closeAccount, openAccount, readAccount } from './accounts.ts';
import { askGateway, requireGateway } from './ask-gateway.ts';

type Connection = Shape<'GatewayConnection'>;
type GatewayTools = Pick<Tools<Database>, 'db' | 'clock' | 'payments' | 'base' | 'webAppUrl'>;

const MOST_PAYOUTS = 10;

/**
 * Reads the organisation's account from the gateway. No copy of it is stored.
 * @throws DomainError payments_not_configured, payments_unavailable
 */
export function getConnection({ db, payments }: Pick<GatewayTools, 'db' | 'payments'>, { organisationId }: Caller): Promise<Connection> {
  return askGateway(payments, async (gateway) => {
    const kept = await readAccount(db, organisationId, gateway);
    if (!kept) return noAccount(gateway, 'not_connected');
    const account = kept.disconnectedAt === null ? await gateway.readAccount(kept.accountId) : null;
    if (!account) return noAccount(gateway, 'disconnected');
    const [balance, payouts] = await Promise.all([gateway.readBalance(kept.accountId), gateway.listPayouts(kept.accountId, MOST_PAYOUTS)]);
    return {
      ...noAccount(gateway, stateOf(account)),
      charges_enabled: account.chargesEnabled,
      payouts_enabled: account.payoutsEnabled,
      missing: account.missing,
      missing_until: account.missingUntil,
      balance,
      payouts: payouts.map(({ arrivesAt, ...payout }) => ({ ...payout, arrives_at: arrivesAt })),
    };
  });
}

const noAccount = ({ gateway, livemode }: Payments, state: Connection['state']): Connection => ({
  gateway,
  livemode,
  state,
  charges_enabled: false,
  payouts_enabled: false,
  missing: [],
  missing_until: null,
  balance: [],
  payouts: [],
});

function stateOf({ isSubmitted, isRejected, chargesEnabled, payoutsEnabled }: ConnectedAccount): Connection['state'] {
  if (isRejected) return 'rejected';
  if (!isSubmitted) return 'onboarding';
  if (!chargesEnabled) return 'requirements_due';
  return payoutsEnabled ? 'active' : 'payouts_disabled';
}

/**
 * Connects the organisation to the gateway, unless it is connected already, and creates a link to the gateway's onboarding form.
 * @throws DomainError permission_denied, payments_not_configured, payments_unavailable
 */
export function connectGateway(tools: GatewayTools, caller: Caller): Promise<Shape<'OnboardingLink'>> {
  requireOwner(caller);
  return askGateway(tools.payments, async (gateway) => {
    const accountId = await openAccount(tools, gateway, caller);
    if (await gateway.readAccount(accountId)) return linkTo(tools, gateway, caller, accountId);
    // The owner has revoked the permission to use the account at the gateway.
    await closeAccount(tools, gateway, caller);
    return linkTo(tools, gateway, caller, await openAccount(tools, gateway, caller));
  });
}

/**
 * Creates another link to the gateway's onboarding form.
 * @throws DomainError permission_denied, payments_not_configured, payments_unavailable, gateway_not_connected
 */
export function refreshConnection(tools: GatewayTools, caller: Caller): Promise<Shape<'OnboardingLink'>> {
  requireOwner(caller);
  return askGateway(tools.payments, async (gateway) => {
    const kept = await readAccount(tools.db, caller.organisationId, gateway);
    if (!kept || kept.disconnectedAt !== null || !(await gateway.readAccount(kept.accountId)))
      throw new DomainError('gateway_not_connected', 'The organisation is not connected to the payment gateway.');
    return linkTo(tools, gateway, caller, kept.accountId);
  });
}

/**
 * Disconnects the organisation.
 * @throws NotFoundError if it is not connected
 * @throws DomainError payments_not_configured
 */
export async function disconnectGateway(tools: Pick<GatewayTools, 'db' | 'clock' | 'payments'>, caller: Caller): Promise<void> {
  if (!(await closeAccount(tools, requireGateway(tools.payments), caller))) throw new NotFoundError();
}

/** Creates a link to the onboarding form, which leads back to the organisation's settings, whoever sent the request. */
async function linkTo(tools: GatewayTools, gateway: Payments, { organisationId }: Caller, accountId: string): Promise<Shape<'OnboardingLink'>> {
  const site = await readSite(tools.db, organisationId, tools.base);
  const { url, expiresAt } = await gateway.createOnboardingLink(accountId, webUrl(tools, site, webPath('payment_settings')));
  return { url, expires_at: expiresAt };
}

/** @throws DomainError permission_denied */
function requireOwner({ role }: Caller): void {
  if (role !== 'owner') throw new DomainError('permission_denied', 'Only owners may connect the organisation to the payment gateway.');
}
