import { type Kysely, sql } from 'kysely';

/** The kind of file that an export makes, and what of the course that kind cannot hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table course_exports
      add column format text not null default 'course_archive' check (format in ('course_archive', 'common_cartridge')),
      add column ledger jsonb check (ledger is null or (status in ('ready', 'expired') and format <> 'course_archive'));
    alter table course_exports alter column format drop default;
  `.execute(db);
}
