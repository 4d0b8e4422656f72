import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { CREDENTIALS_CONTEXT, signCredential } from '../../../platform/credentials/sign.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { isOpen } from '../../organisations/organisations/closing.ts';
import { type IssuerKey, issuerDid, issuerUrl, openKey } from './keys.ts';

/** Size of a list: the minimum of the specification, at which an index says little about whose credential it is. */
const BITS = 131_072;
/** A list takes no more entries once half of it is used, so that free indexes are found quickly. */
const MOST_USED = BITS / 2;

/** The place where the status of a credential is listed. */
export interface StatusEntry {
  list: number;
  index: number;
}

/** Reserves random entries in the newest list of the organisation, or in a new list. Locks the lists until the transaction ends. */
export async function takeEntries(trx: Executor, organisationId: string, count: number): Promise<StatusEntry[]> {
  await trx
    .insertInto('certificate_issuers')
    .values({ organisation_id: organisationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const isFull = sql<boolean>`listed + ${count} > ${MOST_USED}::int`;
  const { status_list } = await trx
    .updateTable('certificate_issuers')
    .set({
      status_list: sql<number>`status_list + (${isFull})::int`,
      listed: sql<number>`case when ${isFull} then 0 else listed end + ${count}::int`,
    })
    .where('organisation_id', '=', organisationId)
    .returning('status_list')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ index: number }>`select index from (select distinct floor(random() * ${BITS}::int)::int as index
      from generate_series(1, ${4 * count + 64}::int)) candidates
    where not exists (select from certificate_versions v where v.organisation_id = ${organisationId} and v.status_list = ${status_list} and v.status_index = index)
    order by random() limit ${count}`.execute(trx);
  return rows.map(({ index }) => ({ list: status_list, index }));
}

export const statusListUrl = (organisationId: string, { address }: Pick<IssuerKey, 'address'>, list: number): string =>
  `${issuerUrl(address, organisationId)}/status-lists/${list}/`;

/**
 * Returns a list of an organisation: the bit of a credential is set if its certificate was revoked, and if a newer version replaces it.
 * @throws NotFoundError when there is no such list
 */
export async function getStatusList(
  { db, clock, keyring }: Pick<Tools, 'db' | 'clock' | 'keyring'>,
  organisationId: string,
  number: string,
): Promise<Shape<'StatusListCredential'>> {
  requireIds(organisationId);
  const list = /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 0;
  const newest = await db
    .selectFrom('certificate_versions')
    .select((eb) => eb.fn.max('key_number').as('key_number'))
    .where('organisation_id', '=', organisationId)
    .where('status_list', '=', list)
    .where(isOpen(sql`organisation_id`))
    .executeTakeFirst();
  if (!newest?.key_number) throw new NotFoundError();
  const gone = await db
    .selectFrom('certificate_versions as versions')
    .innerJoin('certificates', (join) =>
      join.onRef('certificates.organisation_id', '=', 'versions.organisation_id').onRef('certificates.id', '=', 'versions.certificate_id'),
    )
    .select('status_index')
    .where('versions.organisation_id', '=', organisationId)
    .where('status_list', '=', list)
    .where(({ or, eb, ref }) => or([eb('certificates.revoked_at', 'is not', null), eb('versions.version', '<', ref('certificates.version'))]))
    .execute();
  const key = await openKey({ db, keyring }, organisationId, newest.key_number);
  const id = statusListUrl(organisationId, key, list);
  const now = `${timeOf(clock).slice(0, 19)}Z`;
  const credential = {
    '@context': [CREDENTIALS_CONTEXT],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuerDid(key.address, organisationId),
    validFrom: now,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: await encoded(gone.map((row) => row.status_index)),
    },
  };
  return (await signCredential(credential, key, now)) as unknown as Shape<'StatusListCredential'>;
}

/** Returns the bits, compressed, in multibase. The first bit is the highest of the first byte. */
async function encoded(indexes: readonly number[]): Promise<string> {
  const bits = Buffer.alloc(BITS / 8);
  for (const index of indexes) bits[index >> 3] = (bits[index >> 3] as number) | (0x80 >> (index & 7));
  return `u${(await promisify(gzip)(bits)).toString('base64url')}`;
}
