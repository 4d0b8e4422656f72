import { parse, stringify } from 'uuid';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { readSignedToken, writeSignedToken } from '../../../platform/secrets/signed-token.ts';

const PURPOSE = 'member-invite';
const ID_BYTES = 16;

export interface InviteKey {
  organisationId: string;
  id: string;
}

/** Creates the token with which an invitation is mailed. It is valid as long as the invitation is, and always the same. */
export const writeInviteToken = (keyring: Keyring, { organisationId, id }: InviteKey): string =>
  writeSignedToken(keyring, PURPOSE, Buffer.concat([parse(organisationId), parse(id)]));

/** Reads a token. Returns null if it was not created here or was modified. Does not check whether the invitation still exists. */
export function readInviteToken(keyring: Keyring, token: string): InviteKey | null {
  const claim = readSignedToken(keyring, PURPOSE, token);
  return claim?.length === 2 * ID_BYTES ? { organisationId: stringify(claim.subarray(0, ID_BYTES)), id: stringify(claim.subarray(ID_BYTES)) } : null;
}
