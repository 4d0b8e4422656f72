import { getEngagement } from '../../domain/learning/learner-view/engagement.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getEngagement'> = async ({ db, clock, caller, query }) => ({
  status: 200,
  body: await getEngagement(db, clock, caller, query.days),
});
