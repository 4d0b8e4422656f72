import { type Kysely, sql } from 'kysely';

/**
 * Mail domains that organisations prove by DNS. Several may claim one; it is proved for one of them at a time. An account that was made because its address is
 * at a proved domain gets cards only while its organisation has the domain.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organisation_mail_domains (
      organisation_id uuid not null references organisations on delete cascade,
      id uuid not null,
      domain text not null check (length(domain) <= 253 and domain = lower(domain)),
      status text not null check (status in ('pending', 'verified', 'failed')),
      txt_token text not null,
      check_error text check (check_error in ('txt_missing', 'txt_wrong', 'claim_expired', 'domain_taken', 'dns_unreachable')),
      last_checked_at timestamptz(3),
      proved_at timestamptz(3),
      -- As in organisation_domains: until when the TXT record must be seen.
      claim_expires_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      constraint organisation_mail_domains_own unique (organisation_id, domain),
      constraint organisation_mail_domains_proved check ((status = 'verified') = (proved_at is not null)),
      constraint organisation_mail_domains_claim check (proved_at is not null or claim_expires_at is not null)
    );
    create unique index organisation_mail_domains_domain on organisation_mail_domains (domain) where proved_at is not null;
    create index organisation_mail_domains_checked on organisation_mail_domains (last_checked_at) where status <> 'failed';

    alter table users add column needs_mail_domain boolean not null default false;
  `.execute(db);
}
