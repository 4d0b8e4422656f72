import { type Kysely, sql } from 'kysely';

/** Whom the page of a course names as its teacher, in the words of the staff. It names no account: who works for an organisation is nobody else's business. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table course_teachers (
      organisation_id uuid not null,
      course_id uuid not null,
      name text not null check (length(name) between 1 and 200),
      bio text check (length(bio) between 1 and 2000),
      picture_url text check (length(picture_url) <= 2048),
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
  `.execute(db);
}
