import { type Kysely, sql } from 'kysely';

/**
 * Entries of the audit log and rows of rosters are many, and are written together with what they refer to. A foreign key looks that up again for each of
 * them; adding and dropping the partitions of the audit log would also lock the organisations. Entries still go with their organisation. Rows of rosters go
 * with their import, and are erased with the person that they are about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_log drop constraint audit_log_organisation_id_fkey;
    create function delete_audit_log() returns trigger language plpgsql as $$
    begin
      delete from audit_log where organisation_id = old.id;
      return null;
    end $$;
    create trigger organisations_audit_log after delete on organisations for each row execute function delete_audit_log();

    alter table roster_import_rows
      drop constraint roster_import_rows_organisation_id_enrollment_id_fkey,
      drop constraint roster_import_rows_user_id_fkey;
    drop index roster_import_rows_enrollment;
  `.execute(db);
}
