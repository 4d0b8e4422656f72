import { type Kysely, sql } from 'kysely';

/** Accounts, second factors and sessions. All of them belong to users, who are global, so none of these tables is a tenant table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plans
      add column api_key_limit integer check (api_key_limit >= 0),
      add column learner_limit integer check (learner_limit >= 0),
      add column storage_limit_bytes bigint check (storage_limit_bytes >= 0),
      add column position integer not null default 0;
    update plans set (position, api_key_limit, learner_limit, storage_limit_bytes) =
      (select v.position, v.keys, v.learners, v.bytes from (values
        ('free', 1, 2, 50, 1073741824::bigint), ('starter', 2, 10, 500, 21474836480), ('pro', 3, 50, 10000, 214748364800), ('enterprise', 4, null, null, null)
      ) as v (id, position, keys, learners, bytes) where v.id = plans.id);

    alter table users
      add column language text not null default 'en' check (length(language) <= 35),
      add column timezone text not null default 'UTC' check (length(timezone) <= 64),
      add column wants_email_code boolean not null default false,
      add column totp_secret bytea,
      add column totp_enabled_at timestamptz(3),
      add column totp_last_step bigint,
      add column session_epoch integer not null default 0,
      add constraint users_totp check (totp_enabled_at is null or totp_secret is not null);

    alter table organisations add column created_by uuid references users;
    create index organisations_created_by on organisations (created_by);

    alter table api_keys add column created_by uuid references users on delete set null;
    create unique index api_keys_name on api_keys (organisation_id, lower(name)) where revoked_at is null;

    create table user_tokens (
      secret_hash bytea primary key check (length(secret_hash) = 32),
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('verify_email', 'reset_password')),
      email text not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now()
    );
    create index user_tokens_user on user_tokens (user_id, purpose);
    create index user_tokens_expires on user_tokens (expires_at);

    create table user_codes (
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('sign_in')),
      code_hash bytea not null check (length(code_hash) = 32),
      failures smallint not null default 0,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, purpose)
    );
    create index user_codes_expires on user_codes (expires_at);

    create table backup_codes (
      user_id uuid not null references users on delete cascade,
      code_hash bytea not null check (length(code_hash) = 32),
      used_at timestamptz(3),
      primary key (user_id, code_hash)
    );

    create table sessions (
      sid text primary key,
      sess jsonb not null,
      expire timestamptz(3) not null
    );
    create index sessions_expire on sessions (expire);

    create index audit_log_actor on audit_log (organisation_id, actor_id, id);
    create index audit_log_action on audit_log (organisation_id, action text_pattern_ops, id);
  `.execute(db);
}
