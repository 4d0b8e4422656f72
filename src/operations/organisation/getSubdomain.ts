import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'getSubdomain'> = async ({ user }) => ({ status: 200, body: { subdomain: user.organisation.subdomain } });
