import { type Kysely, sql } from 'kysely';

/**
 * Events, their deliveries and the attempts at these are partitioned by week, so that what is too old is dropped with its week. An ID begins with its time
 * (UUIDv7), and that of a delivery with the time of its event: all rows of an event are in partitions of the same week, which refer to one another. What there
 * is, and what is written in the next weeks, stays in the tables that there were; a job adds partitions for each week after them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger webhook_deliveries_event_type on webhook_deliveries;
    drop function fill_delivery_event_type();
    drop index webhook_events_created;
    -- Compatible: the new table has the name and the columns of the old one.
    alter table webhook_events rename to webhook_events_before;
    -- Compatible: the same.
    alter table webhook_deliveries rename to webhook_deliveries_before;
    -- Compatible: the same.
    alter table webhook_attempts rename to webhook_attempts_before;
    -- Compatible: nothing names a constraint.
    alter table webhook_events_before rename constraint webhook_events_pkey to webhook_events_before_pkey;
    -- Compatible: the same.
    alter table webhook_deliveries_before rename constraint webhook_deliveries_pkey to webhook_deliveries_before_pkey;
    -- Compatible: the same.
    alter table webhook_attempts_before rename constraint webhook_attempts_pkey to webhook_attempts_before_pkey;
    -- Compatible: the same.
    alter table webhook_deliveries_before rename constraint webhook_deliveries_organisation_id_event_id_fkey to webhook_deliveries_event;
    -- Compatible: the same.
    alter table webhook_attempts_before rename constraint webhook_attempts_organisation_id_delivery_id_fkey to webhook_attempts_delivery;
    -- Compatible: nothing names an index.
    alter index webhook_events_subject rename to webhook_events_before_subject;
    -- Compatible: the same.
    alter index webhook_events_user rename to webhook_events_before_user;
    -- Compatible: the same.
    alter index webhook_deliveries_endpoint rename to webhook_deliveries_before_endpoint;
    -- Compatible: the same.
    alter index webhook_deliveries_event rename to webhook_deliveries_before_event;
    -- Compatible: the same.
    alter index webhook_deliveries_once rename to webhook_deliveries_before_once;
    -- Compatible: the same.
    alter index webhook_deliveries_pending rename to webhook_deliveries_before_pending;
    -- Compatible: the same.
    alter index webhook_deliveries_status rename to webhook_deliveries_before_status;
    -- Compatible: the same.
    alter index webhook_deliveries_type rename to webhook_deliveries_before_type;

    create table webhook_events (like webhook_events_before including defaults including constraints, primary key (organisation_id, id)) partition by range (id);
    alter table webhook_events add constraint webhook_events_organisation_id_fkey foreign key (organisation_id) references organisations on delete cascade,
      add constraint webhook_events_user_id_fkey foreign key (user_id) references users on delete cascade;
    create index webhook_events_subject on webhook_events (organisation_id, subject_id) where subject_id is not null;
    create index webhook_events_user on webhook_events (user_id, organisation_id, id) where user_id is not null;

    create table webhook_deliveries (like webhook_deliveries_before including defaults including constraints, primary key (organisation_id, id))
      partition by range (id);
    alter table webhook_deliveries add constraint webhook_deliveries_organisation_id_endpoint_id_fkey foreign key (organisation_id, endpoint_id) references webhook_endpoints on delete cascade;
    create index webhook_deliveries_endpoint on webhook_deliveries (organisation_id, endpoint_id, created_at, id) include (status, event_type);
    create index webhook_deliveries_event on webhook_deliveries (organisation_id, event_id);
    create index webhook_deliveries_pending on webhook_deliveries (organisation_id, created_at) where status = 'pending';
    create index webhook_deliveries_status on webhook_deliveries (organisation_id, endpoint_id, status, created_at, id);
    create index webhook_deliveries_type on webhook_deliveries (organisation_id, endpoint_id, event_type, created_at, id);

    create table webhook_attempts (like webhook_attempts_before including defaults including constraints, primary key (organisation_id, delivery_id, number))
      partition by range (delivery_id);

    do $$
    declare until text := lpad(to_hex((extract(epoch from date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + interval '3 weeks') * 1000)::bigint), 12, '0');
    declare name text;
    begin
      foreach name in array '{webhook_events,webhook_deliveries,webhook_attempts}'::text[] loop
        execute format('alter table %1$I attach partition %1$s_before for values from (minvalue) to (%2$L)', name,
          left(until, 8) || '-' || right(until, 4) || '-0000-0000-000000000000');
      end loop;
    end $$;

    create table webhook_events_rest partition of webhook_events default;
    create table webhook_deliveries_rest partition of webhook_deliveries (
      constraint webhook_deliveries_event foreign key (organisation_id, event_id) references webhook_events_rest on delete cascade) default;
    create unique index webhook_deliveries_rest_once on webhook_deliveries_rest (organisation_id, event_id, endpoint_id) where not is_manual;
    -- An endpoint belongs to one organisation. If the planner did not know this, it would take the deliveries to an endpoint for fewer than they are, and sort them all.
    create statistics webhook_deliveries_before_owner (dependencies) on organisation_id, endpoint_id from webhook_deliveries_before;
    create statistics webhook_deliveries_rest_owner (dependencies) on organisation_id, endpoint_id from webhook_deliveries_rest;
    create table webhook_attempts_rest partition of webhook_attempts (
      constraint webhook_attempts_delivery foreign key (organisation_id, delivery_id) references webhook_deliveries_rest on delete cascade) default;
  `.execute(db);
}
