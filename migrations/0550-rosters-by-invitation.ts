import { type Kysely, sql } from 'kysely';

/**
 * Rosters invite those whose addresses they name. An invitation holds a place in a course for each import that named its address, and waits for its mail while
 * the organisation has sent as many as it may on a day. Those that there are have been mailed.
 *
 * Accounts of people without a mailbox sign in with a name that looks like an address. Its number counts up for each host, also after another organisation has
 * got the host.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table member_invites add column mailed_at timestamptz(3) default now();
    create index member_invites_waiting on member_invites (organisation_id, id) where mailed_at is null;

    create table member_invite_places (
      organisation_id uuid not null,
      invite_id uuid not null,
      course_id uuid not null,
      import_id uuid not null,
      cohort_id uuid,
      number text check (number ~ '^[0-9]{1,10}$'),
      primary key (organisation_id, invite_id, course_id),
      foreign key (organisation_id, invite_id) references member_invites on delete cascade,
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    create index member_invite_places_course on member_invite_places (organisation_id, course_id);

    create table invite_mail_days (
      organisation_id uuid not null references organisations on delete cascade,
      day date not null,
      sent integer not null check (sent >= 0),
      primary key (organisation_id, day)
    );

    alter table roster_imports
      add column addresses text not null default 'invite' check (addresses in ('invite', 'contact')),
      add column invite_count integer not null default 0 check (invite_count >= 0);
    alter table roster_import_rows
      add column waits_for text check (waits_for = 'acceptance'),
      add column invite_id uuid;
    create index roster_import_rows_invite on roster_import_rows (organisation_id, invite_id) where invite_id is not null;

    alter table users
      add column has_mailbox boolean not null default true,
      add constraint users_mailbox check (has_mailbox or email_verified_at is null);
    create table sign_in_hosts (
      host text primary key check (length(host) <= 253),
      last_number integer not null check (last_number >= 0)
    );
  `.execute(db);
}
