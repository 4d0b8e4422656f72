import { setUpOrganisation } from '../../domain/organisations/organisations/setup.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'setUpOrganisation'> = async ({ tools, user, body, session }) => {
  const made = await setUpOrganisation(tools, user, body);
  return { status: 201, body: made, afterwards: () => session.noteUse(made.id) };
};
