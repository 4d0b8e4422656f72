import { getEngagement } from '../../domain/learning/learner-view/engagement.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getEngagement'> = async ({ tools, caller, query }) => ({
  status: 200,
  body: await getEngagement(tools, caller, query.days),
});
