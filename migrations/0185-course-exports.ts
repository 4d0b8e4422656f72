import { type Kysely, sql } from 'kysely';

/** The newest export of each course. The archive of an earlier one is deleted when its key is replaced, or with the row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table course_exports (
      organisation_id uuid not null,
      course_id uuid not null,
      id uuid not null,
      status text not null check (status in ('queued', 'ready', 'failed', 'expired')),
      storage_key text,
      size_bytes bigint check (size_bytes >= 0),
      requested_at timestamptz(3) not null,
      finished_at timestamptz(3),
      expires_at timestamptz(3),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      check ((status = 'ready') = (storage_key is not null)),
      check (status <> 'ready' or (size_bytes is not null and finished_at is not null and expires_at is not null))
    );
    create index course_exports_ready on course_exports (expires_at) where status = 'ready';
    create index course_exports_queued on course_exports (requested_at) where status = 'queued';

    create function discard_course_export() returns trigger language plpgsql as $$
    begin
      if old.storage_key is not null and (tg_op = 'DELETE' or new.storage_key is distinct from old.storage_key) then
        perform graphile_worker.add_job('delete_stored', json_build_object('key', old.storage_key), max_attempts => 12);
      end if;
      return null;
    end $$;
    create trigger course_exports_gone after delete or update of storage_key on course_exports
      for each row execute function discard_course_export();
  `.execute(db);
}
