import { type Kysely, sql } from 'kysely';

/**
 * Badges, by which learners check in. A token is found by its hash, and sealed so that it can be printed again. A scan of a badge that was reissued
 * before the scan arrived waits for a person (`unconfirmed_at`). `device_id` is the browser in which a learner entered the code of a classroom.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attendance_badges (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      user_id uuid not null references users on delete cascade,
      token_hash bytea not null check (length(token_hash) = 32),
      sealed_token bytea not null,
      created_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      primary key (organisation_id, id),
      unique (organisation_id, token_hash)
    );
    create unique index attendance_badges_active on attendance_badges (organisation_id, user_id) where revoked_at is null;
    create index attendance_badges_user on attendance_badges (user_id);

    alter table attendance_settings add column sealed_pin bytea;
    alter table attendance_records add column unconfirmed_at timestamptz(3), add column device_id uuid;
    create index attendance_records_device on attendance_records (organisation_id, meeting_id, device_id) where device_id is not null;
  `.execute(db);
}
