import { unverify } from '../../domain/organisations/organisations/verification.ts';
import type { Handler } from '../../http/handler.ts';

export const handler: Handler<'deleteOrganisationVerification'> = async ({ tools, caller }) => {
  await unverify(tools, caller);
  return { status: 204 };
};
