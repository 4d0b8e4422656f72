import { type Kysely, sql } from 'kysely';

/**
 * What kiosks made of the faces that they saw: whose it seemed to be, or nobody's, and whether the learner confirmed it. Nothing of the face itself is
 * stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attendance_face_matches (
      organisation_id uuid not null,
      id uuid not null,
      course_id uuid not null,
      device_id uuid not null,
      enrollment_id uuid,
      meeting_id uuid,
      seen_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      is_right boolean,
      primary key (organisation_id, id),
      foreign key (organisation_id, course_id) references courses on delete cascade,
      foreign key (organisation_id, device_id) references attendance_devices on delete cascade,
      foreign key (organisation_id, enrollment_id) references enrollments on delete cascade,
      foreign key (organisation_id, meeting_id) references attendance_meetings on delete cascade,
      check ((enrollment_id is null) = (meeting_id is null)),
      check (is_right is null or enrollment_id is not null)
    );
    create index attendance_face_matches_course on attendance_face_matches (organisation_id, course_id, created_at);
    create index attendance_face_matches_device on attendance_face_matches (organisation_id, device_id);
    create index attendance_face_matches_enrollment on attendance_face_matches (organisation_id, enrollment_id);
    create index attendance_face_matches_meeting on attendance_face_matches (organisation_id, meeting_id);
    create index attendance_face_matches_age on attendance_face_matches (created_at);
  `.execute(db);
}
