import { confirmTotp } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'confirmTotp'> = async ({ tools, user, body, session }) => {
  const { epoch, codes } = await confirmTotp(tools, user, body.code);
  await session.renewProved({ bySecondFactor: true }, epoch);
  return { status: 200, body: { backup_codes: codes } };
};
