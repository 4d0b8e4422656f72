import { updateAffiliate } from '../../domain/affiliates/partners/manage-affiliates.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'updateAffiliate'> = async ({ tools, caller, path, body }) => ({
  status: 200,
  body: await updateAffiliate(tools, caller, path.id, body),
});
