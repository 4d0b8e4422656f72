import { type Kysely, sql } from 'kysely';

/**
 * What is personal in an entry of the audit log (its address, and texts and names in what changed) stands in a table of its own, which the erasure of a
 * person empties while the entry stays. It is partitioned as the log is. What the log has already is moved by a job, in batches.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_personal (
      organisation_id uuid not null,
      id uuid not null,
      created_at timestamptz(3) not null,
      subject_id uuid,
      ip inet,
      before jsonb,
      after jsonb
    ) partition by range (created_at);
    create index audit_personal_subject on audit_personal (subject_id) where subject_id is not null;
    do $$
      declare part record;
      begin
        for part in
          select relname, pg_get_expr(relpartbound, pg_class.oid) as bound from pg_inherits join pg_class on pg_class.oid = inhrelid
          where inhparent = 'audit_log'::regclass
        loop
          execute format('create table %I partition of audit_personal (primary key (organisation_id, id)) %s',
            replace(part.relname, 'audit_log', 'audit_personal'), part.bound);
        end loop;
      end
    $$;

    create or replace function delete_audit_log() returns trigger language plpgsql as $$
    begin
      delete from audit_personal where organisation_id = old.id;
      delete from audit_log where organisation_id = old.id;
      return null;
    end $$;

    do $$
      declare
        part record;
        is_used boolean;
      begin
        for part in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'audit_log'::regclass
        loop
          execute format('select exists (select from %I)', part.relname) into is_used;
          if is_used then
            perform graphile_worker.add_job('move_audit_personal', json_build_object('partition', part.relname, 'organisation_id', null, 'id', null,
              'is_last_pass', false), max_attempts => 12);
          end if;
        end loop;
      end
    $$;
  `.execute(db);
}
