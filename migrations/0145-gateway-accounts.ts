import { type Kysely, sql } from 'kysely';

/**
 * The accounts of organisations at the payment gateway. The row is written before the account is created, so that a repeated attempt creates the same
 * account. An organisation has one account with each gateway, apart from those that were disconnected. `sandbox_objects` is what the sandbox gateway
 * itself knows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gateway_accounts (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      gateway text not null check (gateway in ('stripe', 'sandbox')),
      livemode boolean not null,
      account_id text check (length(account_id) between 1 and 255),
      created_at timestamptz(3) not null,
      disconnected_at timestamptz(3),
      primary key (organisation_id, id)
    );
    create unique index gateway_accounts_connected on gateway_accounts (organisation_id, gateway, livemode) where disconnected_at is null;
    create unique index gateway_accounts_account on gateway_accounts (gateway, account_id);

    create table sandbox_objects (
      id text primary key,
      key text not null unique,
      body jsonb not null
    );
  `.execute(db);
}
