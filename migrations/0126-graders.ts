import { type Kysely, sql } from 'kysely';

/** Staff who grade a lesson: a cohort, or without one the learners of no such cohort, by shares. Who grades whom is computed from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gradebook_graders (
      organisation_id uuid not null,
      id uuid not null default gen_random_uuid(),
      lesson_id uuid not null,
      user_id uuid not null,
      cohort_id uuid,
      share integer not null check (share between 1 and 100),
      primary key (organisation_id, id),
      constraint gradebook_graders_once unique nulls not distinct (organisation_id, lesson_id, user_id, cohort_id),
      foreign key (organisation_id, lesson_id) references lessons on delete cascade,
      foreign key (organisation_id, user_id) references memberships on delete cascade,
      foreign key (organisation_id, cohort_id) references cohorts on delete cascade
    );
    create index gradebook_graders_user on gradebook_graders (organisation_id, user_id);
    create index gradebook_graders_cohort on gradebook_graders (organisation_id, cohort_id) where cohort_id is not null;
  `.execute(db);
}
