import { unverify } from '../../domain/qa/organisations.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteOrganisationVerification'> = async ({ db, caller }) => {
  await unverify(db, caller);
  return { status: 204 };
};
