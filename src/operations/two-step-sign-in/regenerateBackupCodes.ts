import { regenerateBackupCodes, requireProof } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'regenerateBackupCodes'> = async ({ db, user, body, keyring, clock, take }) => {
  await take('proof', user.id);
  await requireProof({ db, keyring, clock }, user.id, body);
  return { status: 200, body: { backup_codes: await regenerateBackupCodes({ db, keyring, clock }, user.id) } };
};
