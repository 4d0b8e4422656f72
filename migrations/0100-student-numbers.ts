import { type Kysely, sql } from 'kysely';

/** The number by which a learner is recognized on paper. It is text, because leading zeros count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table student_numbers (
      organisation_id uuid not null references organisations on delete cascade,
      user_id uuid not null references users on delete cascade,
      number text not null check (number ~ '^[0-9]{1,10}$'),
      primary key (organisation_id, user_id),
      constraint student_numbers_number unique (organisation_id, number)
    );
    create index student_numbers_user on student_numbers (user_id);
  `.execute(db);
}
