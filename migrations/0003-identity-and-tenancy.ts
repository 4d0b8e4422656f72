import { type Kysely, sql } from 'kysely';

/**
 * Phone numbers, identity providers, data exports and erasure of users; domains and join codes of organisations; consent; notifications.
 * Tenant tables: organisation_domains, notification_settings. Credentials cards are global, because they are looked up by hash before the
 * organisation is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column phone text check (phone ~ '^\\+[1-9][0-9]{6,14}$'),
      add column code_channel text check (code_channel in ('email', 'sms')),
      add column deletion_due_at timestamptz(3),
      add column erased_at timestamptz(3),
      -- Organisation whose join code was used to sign up. It becomes a membership once the email address is verified.
      add column joining_organisation_id uuid references organisations on delete set null;
    create index users_joining on users (joining_organisation_id) where joining_organisation_id is not null;
    update users set code_channel = 'email' where wants_email_code;
    alter table users drop column wants_email_code,
      add constraint users_sms check (code_channel is distinct from 'sms' or phone is not null);
    create unique index users_phone on users (phone);
    create index users_deletion on users (deletion_due_at) where deletion_due_at is not null;

    create table user_identities (
      issuer text not null check (length(issuer) <= 2048),
      subject text not null check (length(subject) <= 255),
      user_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (issuer, subject)
    );
    create index user_identities_user on user_identities (user_id);

    create table phone_codes (
      purpose text not null check (purpose in ('sign_in', 'attach', 'change')),
      -- The phone number for sign_in and attach, the user's id for change.
      subject text not null check (length(subject) <= 64),
      phone text not null check (phone ~ '^\\+[1-9][0-9]{6,14}$'),
      code_hash bytea not null check (length(code_hash) = 32),
      failures smallint not null default 0,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      primary key (purpose, subject)
    );
    create index phone_codes_expires on phone_codes (expires_at);

    create table phone_proofs (
      secret_hash bytea primary key check (length(secret_hash) = 32),
      phone text not null,
      expires_at timestamptz(3) not null
    );
    create index phone_proofs_expires on phone_proofs (expires_at);

    create table credential_cards (
      secret_hash bytea primary key check (length(secret_hash) = 32),
      organisation_id uuid not null references organisations on delete cascade,
      user_id uuid not null references users on delete cascade,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now()
    );
    create index credential_cards_user on credential_cards (user_id);
    create unique index credential_cards_holder on credential_cards (organisation_id, user_id);
    create index credential_cards_expires on credential_cards (expires_at);

    create table data_exports (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      status text not null check (status in ('queued', 'ready', 'failed', 'expired')),
      storage_key text,
      size_bytes bigint check (size_bytes >= 0),
      expires_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      constraint data_exports_ready check (status <> 'ready' or (storage_key is not null and size_bytes is not null and expires_at is not null))
    );
    create index data_exports_user on data_exports (user_id, id);
    create unique index data_exports_under_way on data_exports (user_id) where status = 'queued';
    create index data_exports_expires on data_exports (expires_at) where status = 'ready';

    alter table organisations
      add column logo_key text,
      add column join_code text check (join_code ~ '^[A-Z0-9]{8}$'),
      add column onboarding_skipped text[] not null default '{}',
      add column mail_sender_name text check (length(mail_sender_name) between 1 and 100),
      add column mail_reply_to text check (length(mail_reply_to) <= 254);
    create unique index organisations_join_code on organisations (join_code);

    create index api_keys_created_by on api_keys (created_by);
    -- Serves queries for one actor in one organisation, as before, and for one actor in all organisations.
    drop index audit_log_actor;
    create index audit_log_actor on audit_log (actor_id, organisation_id, id);

    create table organisation_domains (
      organisation_id uuid primary key references organisations on delete cascade,
      hostname text not null check (length(hostname) <= 253 and hostname = lower(hostname)),
      status text not null check (status in ('pending', 'verified', 'active', 'failed')),
      txt_token text not null,
      check_error text check (check_error in ('txt_missing', 'txt_wrong', 'cname_missing', 'cname_wrong', 'claim_expired', 'domain_taken', 'dns_unreachable')),
      last_checked_at timestamptz(3),
      -- Set while the organisation controls the domain, whether or not its CNAME points here.
      proved_at timestamptz(3),
      -- Deadline for seeing the TXT record, both for a claim and for a proved domain whose record disappeared.
      claim_expires_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      constraint organisation_domains_proved check (status not in ('verified', 'active') or proved_at is not null),
      constraint organisation_domains_claim check (proved_at is not null or claim_expires_at is not null)
    );
    create unique index organisation_domains_hostname on organisation_domains (hostname) where proved_at is not null;
    create index organisation_domains_checked on organisation_domains (last_checked_at);

    create table policies (
      policy text not null check (policy in ('terms', 'privacy', 'cookies')),
      version text not null check (length(version) <= 10),
      url text not null,
      in_force_from timestamptz(3) not null,
      primary key (policy, version)
    );
    insert into policies (policy, version, url, in_force_from) values
      ('terms', '2026-01-01', '/legal/terms', '2026-01-01T00:00:00Z'),
      ('privacy', '2026-01-01', '/legal/privacy', '2026-01-01T00:00:00Z'),
      ('cookies', '2026-01-01', '/legal/cookies', '2026-01-01T00:00:00Z');

    create table policy_acceptances (
      user_id uuid not null references users on delete cascade,
      policy text not null,
      version text not null,
      accepted_at timestamptz(3) not null default now(),
      ip inet,
      primary key (user_id, policy, version),
      foreign key (policy, version) references policies
    );

    create table cookie_consents (
      id uuid primary key,
      visitor_id uuid not null,
      user_id uuid references users on delete cascade,
      version text not null,
      preferences boolean not null,
      analytics boolean not null,
      marketing boolean not null,
      created_at timestamptz(3) not null default now()
    );
    create index cookie_consents_visitor on cookie_consents (visitor_id, id);
    create index cookie_consents_user on cookie_consents (user_id, id);
    create index cookie_consents_created on cookie_consents (created_at);

    create table notification_preferences (
      user_id uuid not null references users on delete cascade,
      event text not null check (event ~ '^[a-z_]{1,64}$'),
      channel text not null check (channel in ('email', 'sms')),
      is_enabled boolean not null,
      primary key (user_id, event, channel)
    );

    create table notification_settings (
      organisation_id uuid not null references organisations on delete cascade,
      event text not null check (event ~ '^[a-z_]{1,64}$'),
      channel text not null check (channel in ('email', 'sms')),
      is_enabled boolean not null,
      primary key (organisation_id, event, channel)
    );
  `.execute(db);
}
