import { getCourseReferrals } from '../../domain/affiliates/commissions/totals.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCourseReferrals'> = async ({ tools, caller, path }) => ({
  status: 200,
  body: await getCourseReferrals(tools, caller, path.id),
});
