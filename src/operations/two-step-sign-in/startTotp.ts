import { startTotp } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startTotp'> = async ({ tools, user }) => ({ status: 200, body: await startTotp(tools, user) });
