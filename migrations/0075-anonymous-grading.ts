import { type Kysely, sql } from 'kysely';

/**
 * Grading that hides from staff whose work they grade. Posting the grades of a lesson to everybody reveals its learners (`revealed_at`), and hiding them
 * ends that. The IDs of aliases are random, so that their order tells nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lesson_policies add column revealed_at timestamptz(3);

    create table gradebook_aliases (
      organisation_id uuid not null,
      id uuid not null default gen_random_uuid(),
      lesson_id uuid not null,
      enrollment_id uuid not null,
      primary key (organisation_id, id),
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade
    );
    create unique index gradebook_aliases_enrollment on gradebook_aliases (organisation_id, enrollment_id, lesson_id);
    create index gradebook_aliases_lesson on gradebook_aliases (organisation_id, lesson_id, id);
  `.execute(db);
}
