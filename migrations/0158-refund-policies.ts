import { type Kysely, sql } from 'kysely';

/** When learners can get their money back. Each order keeps a copy of the policy that applied when it began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refund_policies (
      organisation_id uuid not null,
      course_id uuid not null,
      policy jsonb not null,
      updated_at timestamptz(3) not null default now(),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
  `.execute(db);
}
