import { unverify } from '../../domain/upkeep/qa/organisations.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteOrganisationVerification'> = async ({ db, caller }) => {
  await unverify(db, caller);
  return { status: 204 };
};
