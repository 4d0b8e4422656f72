import { getCheckoutTerms } from '../../domain/commerce/consent/sale-terms.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getCheckoutTerms'> = async ({ tools, viewer, path }) => ({
  status: 200,
  body: await getCheckoutTerms(tools, await viewer(), path.course_pk),
});
