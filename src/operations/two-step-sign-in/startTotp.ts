import { startTotp } from '../../domain/identity/accounts/totp.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'startTotp'> = async ({ db, user, keyring, clock }) => ({ status: 200, body: await startTotp({ db, keyring, clock }, user.id) });
