import { requireProof } from '../../domain/identity/accounts/totp.ts';
import { scheduleDeletion } from '../../domain/upkeep/privacy/schedule-deletion.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteMe'> = async ({ db, user, body, session, keyring, clock, take }) => {
  await take('proof', user.id);
  await requireProof({ db, keyring, clock }, user.id, body);
  const due_at = await scheduleDeletion(db, clock, user.id);
  await session.end();
  return { status: 202, body: { status: 'scheduled', due_at } };
};
