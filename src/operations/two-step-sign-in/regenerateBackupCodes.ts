import { regenerateBackupCodes, requireProof } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'regenerateBackupCodes'> = async ({ tools, user, body }) => {
  await requireProof(tools, user, body);
  return { status: 200, body: { backup_codes: await regenerateBackupCodes(tools, user) } };
};
