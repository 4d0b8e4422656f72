import { claimAccount } from '../../domain/identity/accounts/claim-account.ts';
import { proveAddress } from '../../domain/identity/accounts/prove-address.ts';
import { acceptInvite } from '../../domain/organisations/invites/accept-invite.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'acceptInvite'> = async ({ tools, user, body }) => ({
  status: 200,
  body: await acceptInvite(tools, user, body.token, {
    proveAddress,
    claimAccount: (trx, claim, origin) => claimAccount(trx, claim, origin, 'token', proveAddress),
  }),
});
