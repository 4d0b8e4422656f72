import { checkDomain } from '../../domain/organisations/organisations/check-domain.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'checkCustomDomain'> = async ({ tools, caller }) => ({ status: 200, body: await checkDomain(tools, caller) });
