import { getSubscriptionTerms } from '../../domain/commerce/consent/sale-terms.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getSubscriptionTerms'> = async ({ tools, path }) => ({
  status: 200,
  body: await getSubscriptionTerms(tools, path.org_slug),
});
