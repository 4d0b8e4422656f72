import type { Executor } from '../../../platform/database/connect.ts';
import type { ProvidedIdentity } from '../../../platform/identity/identity-providers.ts';
import type { Origin } from '../../kernel/caller.ts';
import { tellPerson } from './security-notices.ts';

export type Identity = Pick<ProvidedIdentity, 'issuer' | 'subject'>;

/** Allows an identity to sign in to an account, and tells the person. An identity that another sign-in has linked in the meantime stays where it is. */
export async function linkIdentity(trx: Executor, userId: string, identity: Identity, origin: Pick<Origin, 'ip' | 'client'>): Promise<void> {
  if (await storeIdentity(trx, userId, identity)) await tellPerson(trx, userId, { kind: 'provider_linked', issuer: identity.issuer, origin });
}

/** Stores an identity. Returns whether it was new. */
export async function storeIdentity(trx: Executor, userId: string, { issuer, subject }: Identity): Promise<boolean> {
  const stored = await trx
    .insertInto('user_identities')
    .values({ issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return stored !== undefined;
}
