import { getTrends } from '../../domain/analytics/figures/trends.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAnalyticsTrends'> = async ({ tools, caller, query }) => ({ status: 200, body: await getTrends(tools, caller, query) });
