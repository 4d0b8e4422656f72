import { type Kysely, sql } from 'kysely';

/** Keeps the first responses to users whose own data is concerned, and seals responses that show a secret. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotency_keys add column sealed bytea;

    create table user_idempotency_keys (
      user_id uuid not null references users (id) on delete cascade,
      operation_id text not null,
      key text not null check (length(key) <= 255),
      request_hash bytea not null,
      status smallint,
      body text,
      sealed bytea,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, operation_id, key)
    );
    create index user_idempotency_keys_created on user_idempotency_keys (created_at);
  `.execute(db);
}
