import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { generateKey, type SigningKey } from '../../../platform/credentials/sign.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOpen } from '../../organisations/organisations/closing.ts';

/** An organisation as the issuer of credentials, at the URL that the service had when it created the key. */
export interface IssuerKey {
  number: number;
  /** The public base URL of the service at that time. */
  address: string;
  publicKey: string;
}

/** Returns the URL below which the documents of an issuer are. */
export const issuerUrl = (address: string, organisationId: string): string => `${address}/issuers/${organisationId}`;

/** Returns the DID of an organisation (`did:web`). It is resolved at the host of the service, not at that of the organisation, which may change. */
export const issuerDid = (address: string, organisationId: string): string => `did:web:${encodeURIComponent(new URL(address).host)}:issuers:${organisationId}`;

export const keyUrl = (organisationId: string, { address, number }: IssuerKey): string => `${issuerDid(address, organisationId)}#key-${number}`;

const selectKeys = (db: Executor, organisationId: string) =>
  db
    .selectFrom('certificate_keys')
    .select(['number', 'address', 'public_key as publicKey'])
    .where('organisation_id', '=', organisationId)
    .orderBy('number', 'desc');

/** Returns all keys of an organisation, newest first. */
/** Returns no keys if the organisation is closed. */
export const readOpenKeys = (db: Executor, organisationId: string): Promise<IssuerKey[]> =>
  selectKeys(db, organisationId).where(isOpen(sql`organisation_id`)).execute();

/**
 * Returns the key with which the organisation signs now. Creates one if it has none at the present URL of the service. What older keys signed stays
 * valid.
 */
export async function currentKey({ db, clock, keyring, base }: Pick<Tools, 'db' | 'clock' | 'keyring' | 'base'>, organisationId: string): Promise<IssuerKey> {
  const newest = await selectKeys(db, organisationId).limit(1).executeTakeFirst();
  if (newest && new URL(newest.address).host === new URL(base).host) return newest;
  const { publicKey, secretKey } = await generateKey();
  await db
    .insertInto('certificate_keys')
    .values({
      organisation_id: organisationId,
      number: (newest?.number ?? 0) + 1,
      address: base,
      public_key: publicKey,
      private_key: keyring.seal(Buffer.from(secretKey)),
      created_at: timeOf(clock),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return selectKeys(db, organisationId).limit(1).executeTakeFirstOrThrow();
}

/** Opens a key of an organisation. */
export async function openKey({ db, keyring }: Pick<Tools, 'db' | 'keyring'>, organisationId: string, number: number): Promise<IssuerKey & SigningKey> {
  const { private_key, ...key } = await selectKeys(db, organisationId).select('private_key').where('number', '=', number).executeTakeFirstOrThrow();
  return { ...key, id: keyUrl(organisationId, key), controller: issuerDid(key.address, organisationId), secretKey: keyring.open(private_key).toString() };
}
