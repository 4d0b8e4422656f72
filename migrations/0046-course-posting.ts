import { type Kysely, sql } from 'kysely';

/** How results reach learners can be said once for a course; a lesson then says only what differs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table course_policies (
      organisation_id uuid not null,
      course_id uuid not null,
      posting text not null check (posting in ('automatic', 'manual')),
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
    alter table lesson_policies alter column posting drop not null;
  `.execute(db);
}
