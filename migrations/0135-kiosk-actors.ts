import { type Kysely, sql } from 'kysely';

/** Lets the audit log name kiosks, by the IDs of their devices, as the authors of changes. The rows that there are have passed a stricter check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_log drop constraint audit_log_actor_type_check,
      add constraint audit_log_actor_type_check check (actor_type in ('user', 'api_key', 'system', 'kiosk')) not valid;
  `.execute(db);
}
