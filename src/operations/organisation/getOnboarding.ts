import { getOnboarding } from '../../domain/organisations/organisations/onboarding.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getOnboarding'> = async ({ db, caller }) => ({ status: 200, body: await getOnboarding(db, caller) });
