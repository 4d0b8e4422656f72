import { restoreOrganisation } from '../../domain/upkeep/deletion/delete-organisation.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'restoreOrganisation'> = async ({ tools, user, body, session }) => {
  const organisation = await restoreOrganisation(tools, user, body.subdomain);
  return { status: 200, body: organisation, afterwards: () => session.noteUse(organisation.id) };
};
