import { getOverview } from '../../domain/affiliates/commissions/totals.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAffiliateOverview'> = async ({ tools, caller }) => ({
  status: 200,
  body: await getOverview(tools, caller),
});
