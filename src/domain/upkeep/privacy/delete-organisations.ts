import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { discardFiles } from '../../files/stored-files.ts';

/** Files that organisations have: queries of one column, `key`. An area that keeps files of organisations adds them here. */
const FILES: readonly ((organisationIds: readonly string[]) => RawBuilder<unknown>)[] = [
  (organisationIds) => sql`select logo_key as key from organisations where id = any(${organisationIds}::uuid[])`,
  (organisationIds) => sql`select storage_key as key from storage_objects where organisation_id = any(${organisationIds}::uuid[])`,
];

/** What refers to an organisation's rows and does not go with them. Plain SQL, as it is of several organisations. */
const REMAINDERS: readonly ((organisationIds: readonly string[]) => RawBuilder<unknown>)[] = [
  (organisationIds) => sql`delete from enrollments where organisation_id = any(${organisationIds}::uuid[])`,
];

/** Deletes organisations with all they have, the audit log included; their files go once the transaction commits. */
export async function deleteOrganisations(trx: Executor, organisationIds: readonly string[]): Promise<void> {
  if (organisationIds.length === 0) return;
  for (const files of FILES) await discardFiles(trx, files(organisationIds));
  for (const remainder of REMAINDERS) await remainder(organisationIds).execute(trx);
  await trx.deleteFrom('organisations').where('id', 'in', organisationIds).execute();
}
