import { getOnboarding } from '../../domain/organisations/organisations/onboarding.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getOnboarding'> = async ({ tools, caller }) => ({ status: 200, body: await getOnboarding(tools, caller) });
