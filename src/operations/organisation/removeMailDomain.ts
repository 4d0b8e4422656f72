import { removeMailDomain } from '../../domain/organisations/organisations/mail-domains.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'removeMailDomain'> = async ({ tools, caller, path }) => {
  await removeMailDomain(tools, caller, path.id);
  return { status: 204 };
};
