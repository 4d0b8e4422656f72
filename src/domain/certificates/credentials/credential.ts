import { CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT, type SigningKey, signCredential, signToken } from '../../../platform/credentials/sign.ts';
import type { Issued } from '../records/issued.ts';
import { type IssuerKey, issuerDid } from './keys.ts';
import { statusListUrl } from './status-list.ts';

/** Returns the time at which a version was issued, to the second, as credentials state it. */
const toSecond = (time: string): string => `${time.slice(0, 19)}Z`;

/** Describes a certificate as an Open Badges 3.0 credential. It holds what the certificate says, and no email address. */
function describe(organisationId: string, issued: Issued, key: IssuerKey): object {
  const { contents, name, page, version, status_list, status_index } = issued;
  const list = statusListUrl(organisationId, key, status_list);
  return {
    '@context': [CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT],
    id: `${page}?version=${version}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: issuerDid(key.address, organisationId), type: ['Profile'], name: contents.organisation_name },
    validFrom: toSecond(issued.version_at),
    ...(issued.expires_at ? { validUntil: toSecond(issued.expires_at) } : {}),
    name: contents.course_title,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: name }],
      achievement: {
        id: `urn:uuid:${issued.course_id}`,
        type: ['Achievement'],
        achievementType: 'Certificate',
        name: contents.course_title,
        description: contents.course_title,
        criteria: { id: page },
      },
    },
    credentialStatus: {
      id: `${list}#${status_index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(status_index),
      statusListCredential: list,
    },
  };
}

/** Writes the credential with a Data Integrity proof. It is always the same for one version of a certificate. */
export const writeCredential = async (organisationId: string, issued: Issued, key: IssuerKey & SigningKey): Promise<Buffer> =>
  Buffer.from(JSON.stringify(await signCredential(describe(organisationId, issued, key), key, toSecond(issued.version_at)), null, 2));

/** Writes the credential as a JSON Web Token. */
export function writeToken(organisationId: string, issued: Issued, key: IssuerKey & SigningKey): Buffer {
  const seconds = (time: string) => Math.floor(Date.parse(time) / 1000);
  const claims = {
    iss: issuerDid(key.address, organisationId),
    jti: `${issued.page}?version=${issued.version}`,
    nbf: seconds(issued.version_at),
    ...(issued.expires_at ? { exp: seconds(issued.expires_at) } : {}),
  };
  return Buffer.from(signToken(describe(organisationId, issued, key), key, claims));
}
