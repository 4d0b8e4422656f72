import { type Kysely, sql } from 'kysely';

/**
 * Lists over tables that grow without limit are read in the order of an index, whichever filter they have. A delivery keeps the type of its event, so
 * that an endpoint's deliveries of one type have such an index, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index webhook_deliveries_endpoint, webhook_deliveries_status;
    alter table webhook_deliveries add event_type text;
    update webhook_deliveries set event_type = event.type from webhook_events event
      where event.organisation_id = webhook_deliveries.organisation_id and event.id = webhook_deliveries.event_id;
    -- Processes of the previous release do not send the type.
    create function fill_delivery_event_type() returns trigger language plpgsql as $$ begin
      new.event_type := (select type from webhook_events event where event.organisation_id = new.organisation_id and event.id = new.event_id);
      return new;
    end $$;
    create trigger webhook_deliveries_event_type before insert on webhook_deliveries for each row when (new.event_type is null)
      execute function fill_delivery_event_type();
    alter table webhook_deliveries alter event_type set not null;
    create index webhook_deliveries_endpoint on webhook_deliveries (organisation_id, endpoint_id, created_at, id) include (status, event_type);
    create index webhook_deliveries_status on webhook_deliveries (organisation_id, endpoint_id, status, created_at, id);
    create index webhook_deliveries_type on webhook_deliveries (organisation_id, endpoint_id, event_type, created_at, id);

    -- When the change is recorded, not when its transaction began: of two changes of which one waits for the other, the second is the newer.
    alter table audit_log alter created_at set default clock_timestamp();
    drop index audit_log_action, audit_log_actor, audit_log_object;
    create index audit_log_created on audit_log (organisation_id, created_at, id);
    create index audit_log_action on audit_log (organisation_id, action, created_at, id);
    -- An expression is read from the index alone only if the index also has its column.
    create index audit_log_kind on audit_log (organisation_id, split_part(action, '.', 1), created_at, id) include (action);
    create index audit_log_actor on audit_log (actor_id, organisation_id, created_at, id);
    create index audit_log_object on audit_log (organisation_id, object_id, created_at, id);

    drop index storage_objects_created, storage_objects_size, storage_objects_course;
    create index storage_objects_created on storage_objects (organisation_id, created_at, id) include (status, expires_at);
    create index storage_objects_size on storage_objects (organisation_id, size_bytes, id) include (status, expires_at, course_id, purpose);
    create index storage_objects_course on storage_objects (organisation_id, course_id, created_at, id) include (status, expires_at, purpose);
    create index storage_objects_purpose on storage_objects (organisation_id, purpose, created_at, id) include (status, expires_at, course_id);

    create index data_exports_old on data_exports (created_at) where status in ('expired', 'failed');
  `.execute(db);
}
