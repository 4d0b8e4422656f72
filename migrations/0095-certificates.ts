import { type Kysely, sql } from 'kysely';

/**
 * Certificates: how a course awards them, those that were issued with all their versions, the keys that sign them as credentials, and the runs that issue
 * them to learners who met the conditions before. An enrollment has one certificate in each cycle; a new cycle begins when the certificate before it has
 * expired. Logos are copied, so that certificates do not change with the branding.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table certificate_settings (
      organisation_id uuid not null,
      course_id uuid not null,
      is_enabled boolean not null,
      rules jsonb not null,
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );

    create table certificate_names (
      organisation_id uuid not null,
      enrollment_id uuid not null,
      name text not null check (length(name) between 1 and 200),
      primary key (organisation_id, enrollment_id),
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade
    );

    create table certificate_logos (
      organisation_id uuid not null references organisations on delete cascade,
      logo_key text not null,
      storage_key text not null,
      primary key (organisation_id, logo_key)
    );

    create table certificate_issuers (
      organisation_id uuid primary key references organisations on delete cascade,
      status_list integer not null default 1 check (status_list >= 1),
      listed integer not null default 0 check (listed >= 0)
    );

    create table certificate_keys (
      organisation_id uuid not null references organisations on delete cascade,
      number integer not null check (number >= 1),
      address text not null,
      public_key text not null,
      private_key bytea not null,
      created_at timestamptz(3) not null,
      primary key (organisation_id, number)
    );

    create table certificates (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      enrollment_id uuid not null,
      cycle integer not null check (cycle >= 1),
      serial text not null check (serial ~ '^[2-9A-HJKMNP-Z]{16}$'),
      version integer not null default 1 check (version >= 1),
      issued_at timestamptz(3) not null,
      expires_at timestamptz(3) check (expires_at > issued_at),
      expired_at timestamptz(3),
      reminded_days integer,
      revoked_at timestamptz(3),
      revoke_reason text check (length(revoke_reason) between 1 and 500),
      is_name_hidden boolean not null default false,
      primary key (organisation_id, id),
      unique (organisation_id, enrollment_id, cycle),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      check ((revoked_at is null) = (revoke_reason is null))
    );
    create unique index certificates_serial on certificates (serial);
    create index certificates_course on certificates (organisation_id, course_id);
    create index certificates_expiring on certificates (expires_at) where expired_at is null and revoked_at is null;

    create table certificate_versions (
      organisation_id uuid not null,
      certificate_id uuid not null,
      version integer not null check (version >= 1),
      contents jsonb not null,
      name text check (length(name) between 1 and 200),
      logo_key text,
      key_number integer not null,
      status_list integer not null,
      status_index integer not null check (status_index between 0 and 131071),
      reason text check (length(reason) between 1 and 500),
      created_at timestamptz(3) not null,
      primary key (organisation_id, certificate_id, version),
      unique (organisation_id, status_list, status_index),
      foreign key (organisation_id, certificate_id) references certificates on delete cascade,
      foreign key (organisation_id, logo_key) references certificate_logos,
      foreign key (organisation_id, key_number) references certificate_keys
    );

    create table certificate_backfills (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      status text not null check (status in ('queued', 'running', 'finished')),
      is_dry_run boolean not null,
      options jsonb not null,
      requested_by uuid references users on delete set null,
      after_id uuid,
      total integer not null,
      processed integer not null default 0,
      issued integer not null default 0,
      reissued integer not null default 0,
      already_issued integer not null default 0,
      not_due integer not null default 0,
      unprintable integer not null default 0,
      unprintable_names jsonb not null default '[]',
      created_at timestamptz(3) not null,
      finished_at timestamptz(3),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      check ((status = 'finished') = (finished_at is not null))
    );
    create unique index certificate_backfills_active on certificate_backfills (organisation_id, course_id) where status <> 'finished';
    create index certificate_backfills_course on certificate_backfills (organisation_id, course_id, created_at);
    create index certificate_backfills_requester on certificate_backfills (requested_by) where requested_by is not null;
  `.execute(db);
}
