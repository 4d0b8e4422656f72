import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import { discardFiles } from '../../files/stored-files.ts';

/**
 * Deletes organisations with everything that refers to them, including the audit log. Their files are deleted once the transaction commits.
 * Enrolments are not deleted automatically with an organisation and must be deleted first.
 */
export async function deleteOrganisations(trx: Executor, organisationIds: readonly string[]): Promise<void> {
  if (organisationIds.length === 0) return;
  await discardFiles(
    trx,
    sql`select logo_key as key from organisations where id = any(${organisationIds}::uuid[])
      union all select storage_key from storage_objects where organisation_id = any(${organisationIds}::uuid[])
      union all select storage_key from certificate_logos where organisation_id = any(${organisationIds}::uuid[])`,
  );
  await trx.deleteFrom('organisations').where('id', 'in', organisationIds).execute();
}
