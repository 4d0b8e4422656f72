import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { enqueueAll } from '../../kernel/jobs.ts';
import { sinceLastRun } from '../../kernel/since-last-run.ts';
import type { Tools } from '../../kernel/tools.ts';

/**
 * Has certificates issued, in all organisations, to learners whose attendance has recently changed: in a meeting that closed, or by a change. They must not
 * have a certificate yet, and the course must require attendance, or a grade in which attendance counts.
 */
export const awardAttendance = ({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> =>
  sinceLastRun(db, 'award_attendance', clock.now(), async (trx, from) => {
    const since = sql`${from}::timestamptz`;
    const { rows } = await sql<{ organisation_id: string; enrollment_id: string }>`
    with courses as materialized (
      select s.organisation_id, s.course_id from certificate_settings s
        left join gradebook_settings g on g.organisation_id = s.organisation_id and g.course_id = s.course_id
        where s.is_enabled and (s.rules ->> 'min_attendance_percent' is not null
          or (s.rules ->> 'min_grade_percent' is not null and (g.rules -> 'attendance' ->> 'is_counted')::boolean))
    ), changed as (
      select r.organisation_id, r.enrollment_id from courses
        join attendance_meetings m on m.organisation_id = courses.organisation_id and m.course_id = courses.course_id
          and m.date >= (${since})::date - 7 and m.closed_at >= ${since}
        join attendance_records r on r.organisation_id = m.organisation_id and r.meeting_id = m.id
      union
      select c.organisation_id, c.enrollment_id from attendance_changes c join courses on courses.organisation_id = c.organisation_id and courses.course_id = c.course_id
        where c.created_at >= ${since}
    )
    select organisation_id, enrollment_id from changed
    where not exists (select from certificates where certificates.organisation_id = changed.organisation_id and certificates.enrollment_id = changed.enrollment_id)
  `.execute(trx);
    await enqueueAll(trx, 'issue_certificate', rows);
  });
