import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'logOut'> = async ({ session }) => {
  await session.end();
  return { status: 204 };
};
