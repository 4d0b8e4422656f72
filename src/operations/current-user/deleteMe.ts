import { requireProof } from '../../domain/identity/accounts/totp.ts';
import { scheduleDeletion } from '../../domain/upkeep/privacy/schedule-deletion.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteMe'> = async ({ tools, user, body, session }) => {
  await requireProof(tools, user, body);
  const due_at = await scheduleDeletion(tools, user, body.successors);
  await session.end();
  return { status: 202, body: { status: 'scheduled', due_at } };
};
