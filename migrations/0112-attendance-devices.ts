import { type Kysely, sql } from 'kysely';

/**
 * Kiosks: devices at which learners of one course check in. A device that is being paired has a code, one that was paired a token, both as hashes.
 * `failures` counts wrong PINs since the last right one, `wrong_pins` all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attendance_devices (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      name text not null check (length(name) between 1 and 100),
      opened_by uuid references users on delete cascade,
      code_hash bytea check (length(code_hash) = 32),
      code_expires_at timestamptz(3),
      token_hash bytea check (length(token_hash) = 32),
      created_at timestamptz(3) not null,
      used_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3),
      failures integer not null default 0,
      wrong_pins integer not null default 0,
      blocked_until timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      check (code_hash is null or token_hash is null),
      check ((code_hash is null) = (code_expires_at is null))
    );
    create unique index attendance_devices_token on attendance_devices (organisation_id, token_hash) where token_hash is not null;
    create index attendance_devices_course on attendance_devices (organisation_id, course_id);
    create index attendance_devices_opener on attendance_devices (opened_by);
    create index attendance_devices_age on attendance_devices (expires_at);
  `.execute(db);
}
