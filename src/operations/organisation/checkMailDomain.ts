import { checkMailDomain } from '../../domain/organisations/organisations/check-mail-domain.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'checkMailDomain'> = async ({ tools, caller, path }) => ({ status: 200, body: await checkMailDomain(tools, caller, path.id) });
