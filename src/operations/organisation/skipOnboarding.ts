import { skipOnboarding } from '../../domain/organisations/organisations/onboarding.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'skipOnboarding'> = async ({ tools, caller, body }) => ({ status: 200, body: await skipOnboarding(tools, caller, body.step) });
