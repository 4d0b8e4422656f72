import { getDashboard } from '../../domain/affiliates/commissions/totals.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAffiliateDashboard'> = async ({ tools, user, query }) => ({
  status: 200,
  body: await getDashboard(tools, user, query.affiliate_id),
});
