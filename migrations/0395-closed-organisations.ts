import { type Kysely, sql } from 'kysely';

/**
 * Organisations that are closed, and erased when their grace is over. What the law has the service keep of their invoices outlives them and refers to
 * nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organisations
      add column closed_at timestamptz(3),
      add column erasure_due_at timestamptz(3),
      add constraint organisations_closed check ((closed_at is null) = (erasure_due_at is null));
    create index organisations_closed on organisations (erasure_due_at, id) where erasure_due_at is not null;

    create table kept_invoices (
      organisation_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note')),
      year integer not null,
      number integer not null check (number > 0),
      amount bigint not null check (amount > 0),
      tax bigint not null check (tax between 0 and amount),
      contents jsonb not null,
      buyer jsonb,
      issued_at timestamptz(3) not null,
      primary key (organisation_id, id)
    );
    create index kept_invoices_issued on kept_invoices (issued_at);
  `.execute(db);
}
