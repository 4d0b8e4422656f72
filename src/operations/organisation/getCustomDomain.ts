import { getCustomDomain } from '../../domain/organisations/organisations/custom-domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCustomDomain'> = async ({ tools, caller }) => ({ status: 200, body: await getCustomDomain(tools, caller) });
