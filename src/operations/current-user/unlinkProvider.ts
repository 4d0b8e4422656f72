import { unlinkProvider } from '../../domain/identity/accounts/linked-providers.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'unlinkProvider'> = async ({ tools, user, path }) => {
  await unlinkProvider(tools, user, path.provider_id);
  return { status: 204 };
};
