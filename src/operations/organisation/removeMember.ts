import { requireFreshProof } from '../../domain/identity/accounts/reauthentication.ts';
import { removeMember } from '../../domain/identity/members/members.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'removeMember'> = async ({ tools, caller, path, query: { keys }, user, proof }) => {
  const body = await removeMember(tools, caller, path.id, { fate: keys, requireProof: (trx) => requireFreshProof({ ...tools, db: trx }, user, proof) });
  return keys === undefined ? { status: 204 } : { status: 200, body };
};
