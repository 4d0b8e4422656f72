import { type Kysely, sql } from 'kysely';

/**
 * Codes that give a place in a course without money. `code` is in the form in which codes are compared. It is stored as it is, because staff read and
 * print the codes again. Codes that were created together have the same `batch_id`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_codes (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      batch_id uuid not null,
      code text not null check (length(code) between 6 and 40),
      label text not null,
      max_uses integer check (max_uses > 0),
      uses integer not null default 0 check (uses >= 0),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      constraint access_codes_uses check (uses <= max_uses)
    );
    create unique index access_codes_code on access_codes (organisation_id, code);
    create index access_codes_newest on access_codes (organisation_id, course_id, id);
    create index access_codes_of_batch on access_codes (organisation_id, batch_id, id);
  `.execute(db);
}
