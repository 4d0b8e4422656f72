import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getAgentIdentity'> = async ({ key }) => ({
  status: 200,
  body: { organisation: key.organisation, key_name: key.name, scopes: key.scopes },
});
