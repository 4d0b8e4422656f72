import { addMailDomain } from '../../domain/organisations/organisations/mail-domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'addMailDomain'> = async ({ tools, caller, body }) => ({ status: 201, body: await addMailDomain(tools, caller, body.domain) });
