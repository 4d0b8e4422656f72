import { type Kysely, sql } from 'kysely';

/**
 * The audit log is partitioned by time, so that what is too old is dropped with its partition. What there is, and what is written until the start of the
 * month after next, stays in the table that there was; a job adds a partition for each month after it. Unique keys of a partitioned table would have to
 * contain the time, so each partition has its own primary key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_log validate constraint audit_log_actor_type_check;
    -- Compatible: the new table has the name and the columns of the old one.
    alter table audit_log rename to audit_log_before;
    -- Compatible: nothing names an index.
    alter index audit_log_action rename to audit_log_before_action;
    -- Compatible: nothing names an index.
    alter index audit_log_actor rename to audit_log_before_actor;
    -- Compatible: nothing names an index.
    alter index audit_log_created rename to audit_log_before_created;
    -- Compatible: nothing names an index.
    alter index audit_log_kind rename to audit_log_before_kind;
    -- Compatible: nothing names an index.
    alter index audit_log_object rename to audit_log_before_object;

    create table audit_log (like audit_log_before including defaults including constraints) partition by range (created_at);
    alter table audit_log add constraint audit_log_organisation_id_fkey foreign key (organisation_id) references organisations on delete cascade;
    create index audit_log_action on audit_log (organisation_id, action, created_at, id);
    create index audit_log_actor on audit_log (actor_id, organisation_id, created_at, id);
    create index audit_log_created on audit_log (organisation_id, created_at, id);
    create index audit_log_kind on audit_log (organisation_id, split_part(action, '.', 1), created_at, id) include (action);
    create index audit_log_object on audit_log (organisation_id, object_id, created_at, id);

    do $$ begin
      execute format('alter table audit_log attach partition audit_log_before for values from (minvalue) to (%L)',
        date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '2 months');
    end $$;
    create table audit_log_rest partition of audit_log (primary key (organisation_id, id)) default;
  `.execute(db);
}
