import { getOverview } from '../../domain/analytics/figures/overview.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAnalyticsOverview'> = async ({ tools, caller, query }) => ({ status: 200, body: await getOverview(tools, caller, query) });
