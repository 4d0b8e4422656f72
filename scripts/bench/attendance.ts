import { sql } from 'kysely';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { callerOf } from './gradebook.ts';
import type { Seed } from './seed.ts';

export const ATTENDANCE_SCALES = [200, 2000] as const;
type Learners = (typeof ATTENDANCE_SCALES)[number];
const MEETINGS = 200;

/** Courses with two hundred meetings, by their number of learners, who all have a record of every meeting. */
export type AttendedCourses = Record<Learners, string>;

export async function seedAttendance(db: Database, seed: Seed): Promise<AttendedCourses> {
  const courses = { 200: await seedCourse(db, seed, 200), 2000: await seedCourse(db, seed, 2000) };
  await sql`vacuum analyze`.execute(db);
  return courses;
}

async function seedCourse(db: Database, seed: Seed, learners: number): Promise<string> {
  const { organisationId } = seed;
  const slotId = newId();
  const { id: courseId } = await createCourse(
    { db },
    callerOf(seed),
    contractInput('CourseWrite', { title: `${learners} attended learners`, status: 'published' }),
  );
  await sql`insert into attendance_slots (organisation_id, id, course_id, is_for_cohort, first_date, last_date, every_weeks, start_time, end_time, exceptions)
    values (${organisationId}, ${slotId}, ${courseId}, false, current_date - ${MEETINGS}::int, current_date, 1, '09:00', '10:00', '[]')`.execute(db);
  await sql`insert into attendance_meetings (organisation_id, id, course_id, slot_id, date, starts_at, ends_at, is_cancelled, closed_at)
    select ${organisationId}, gen_random_uuid(), ${courseId}, ${slotId}, day, day + interval '9 hours', day + interval '10 hours', false, day + interval '10 hours'
    from generate_series(current_date - ${MEETINGS}::int, current_date - 1, interval '1 day') day`.execute(db);
  await sql`with people as (insert into users (id, email, email_key, name)
      select gen_random_uuid(), ${courseId}::text || n || '@example.org', ${courseId}::text || n || '@example.org', 'Learner ' || n
      from generate_series(1, ${learners}::int) n returning id),
    members as (insert into memberships (organisation_id, user_id, role) select ${organisationId}::uuid, id, 'learner' from people)
    insert into enrollments (organisation_id, id, course_id, user_id) select ${organisationId}::uuid, gen_random_uuid(), ${courseId}::uuid, id from people`.execute(
    db,
  );
  await sql`insert into attendance_records (organisation_id, enrollment_id, meeting_id, course_id, check_in_status, check_in_method, check_in_at, is_expected, is_absent)
    select e.organisation_id, e.id, m.id, e.course_id, came.status, came.method, came.at, true, came.status is null
    from enrollments e join attendance_meetings m on m.organisation_id = e.organisation_id and m.course_id = e.course_id
    cross join lateral (select case when random() < 0.8 then 'present' end as status, e.id as of_row, m.id as of_meeting) chance
    cross join lateral (select chance.status, case when chance.status is not null then 'qr' end as method, case when chance.status is not null then m.starts_at end as at) came
    where e.organisation_id = ${organisationId} and e.course_id = ${courseId}`.execute(db);
  return courseId;
}
