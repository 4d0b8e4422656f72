import { getStatusList } from '../../domain/certificates/credentials/status-list.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getStatusList'> = async ({ tools, path }) => ({
  status: 200,
  body: await getStatusList(tools, path.organisation_id, path.number),
});
