import { type Kysely, sql } from 'kysely';

/** Courses whose staff were notified that kiosks take too many faces for those of others. The row goes when the percentage has fallen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attendance_face_warnings (
      organisation_id uuid not null,
      course_id uuid not null,
      percent numeric(5, 2) not null,
      warned_at timestamptz(3) not null,
      primary key (organisation_id, course_id),
      foreign key (organisation_id, course_id) references courses on delete cascade
    );
  `.execute(db);
}
