import { type Kysely, sql } from 'kysely';

/** Sellers ask buyers for consent to texts. Each version of the texts stays as it is, because orders refer to the one to which their buyers have consented. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sale_terms (
      organisation_id uuid not null references organisations on delete cascade,
      version integer not null check (version > 0),
      terms text check (length(terms) between 1 and 20000),
      immediate_access text check (length(immediate_access) between 1 and 2000),
      created_at timestamptz(3) not null,
      primary key (organisation_id, version),
      constraint sale_terms_texts check (terms is not null or immediate_access is not null)
    );

    create function sale_terms_stay() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
      raise exception 'terms of sale stay as they are' using errcode = 'check_violation', constraint = 'sale_terms_stay';
    end $$;
    create trigger sale_terms_stay before update or delete on sale_terms for each row execute function sale_terms_stay();

    alter table seller_details
      add column terms_version integer,
      add constraint seller_details_terms_version_fkey foreign key (organisation_id, terms_version) references sale_terms;
    alter table orders
      add column terms_version integer,
      add constraint orders_terms_version_fkey foreign key (organisation_id, terms_version) references sale_terms;
    create index orders_terms_version on orders (organisation_id, terms_version) where terms_version is not null;
  `.execute(db);
}
