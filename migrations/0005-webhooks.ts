import { type Kysely, sql } from 'kysely';

/** Webhook endpoints of organisations, and the events and deliveries sent to them. All tables here are tenant tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_endpoints (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      url text not null check (length(url) <= 2048),
      description text not null check (length(description) <= 200),
      event_types text[] not null check (cardinality(event_types) > 0),
      -- Encrypted with the service's key.
      secret bytea not null,
      old_secret bytea,
      old_secret_until timestamptz(3),
      is_enabled boolean not null,
      disabled_reason text check (disabled_reason in ('by_hand', 'gone', 'failing')),
      failing_since timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      constraint webhook_endpoints_disabled check (is_enabled = (disabled_reason is null)),
      constraint webhook_endpoints_old_secret check ((old_secret is null) = (old_secret_until is null))
    );

    -- Each event is stored once for all endpoints that receive it.
    create table webhook_events (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      type text not null,
      -- The user whom the event is about.
      user_id uuid references users on delete cascade,
      payload json not null,
      created_at timestamptz(3) not null,
      primary key (organisation_id, id)
    );
    create index webhook_events_user on webhook_events (user_id, organisation_id, id) where user_id is not null;
    create index webhook_events_created on webhook_events (created_at);

    create table webhook_deliveries (
      organisation_id uuid not null,
      id uuid not null,
      endpoint_id uuid not null,
      event_id uuid not null,
      is_manual boolean not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'cancelled')),
      attempts integer not null default 0,
      next_attempt_at timestamptz(3),
      delivered_at timestamptz(3),
      created_at timestamptz(3) not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, endpoint_id) references webhook_endpoints on delete cascade,
      foreign key (organisation_id, event_id) references webhook_events on delete cascade,
      constraint webhook_deliveries_next check ((status = 'pending') = (next_attempt_at is not null)),
      constraint webhook_deliveries_delivered check ((status = 'delivered') = (delivered_at is not null))
    );
    create index webhook_deliveries_endpoint on webhook_deliveries (organisation_id, endpoint_id, id);
    create index webhook_deliveries_status on webhook_deliveries (organisation_id, endpoint_id, status, id);
    create index webhook_deliveries_event on webhook_deliveries (organisation_id, event_id);

    create table webhook_attempts (
      organisation_id uuid not null,
      delivery_id uuid not null,
      number integer not null check (number >= 1),
      attempted_at timestamptz(3) not null,
      duration_ms integer not null check (duration_ms >= 0),
      status_code integer,
      error text check (error in ('unreachable', 'timed_out')),
      primary key (organisation_id, delivery_id, number),
      foreign key (organisation_id, delivery_id) references webhook_deliveries on delete cascade,
      constraint webhook_attempts_outcome check ((status_code is null) = (error is not null))
    );
  `.execute(db);
}
