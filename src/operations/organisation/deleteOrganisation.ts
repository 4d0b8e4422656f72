import { deleteOrganisation } from '../../domain/upkeep/deletion/delete-organisation.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteOrganisation'> = async ({ tools, caller, query }) => ({
  status: 202,
  body: await deleteOrganisation(tools, caller, query.subdomain),
});
