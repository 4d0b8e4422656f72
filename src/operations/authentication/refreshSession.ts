import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'refreshSession'> = async ({ session }) => {
  await session.renew();
  return { status: 200, body: { status: 'signed_in', methods: [] } };
};
