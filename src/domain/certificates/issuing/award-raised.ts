import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { enqueueAll } from '../../kernel/jobs.ts';
import { sinceLastRun } from '../../kernel/since-last-run.ts';
import type { Tools } from '../../kernel/tools.ts';

/** Time for which a grade or a rate must have been high enough, because staff may take back their changes. */
const HELD_MS = 3600_000;

/**
 * Has certificates issued, in all organisations, to learners whose final grade or attendance rose an hour ago and is still high enough, whatever the reason: a
 * change of the course, such as leaving a lesson out of the grade, announces no grade of a learner.
 */
export const awardRaised = ({ db, clock }: Pick<Tools<Database>, 'db' | 'clock'>): Promise<void> =>
  sinceLastRun(db, 'award_raised', clock.now() - HELD_MS, async (trx, since, until) => {
    const isRaised = sql`raised.raised_at <= ${until}::timestamptz and raised.raised_at > ${since}::timestamptz`;
    const { rows } = await sql<{ organisation_id: string; enrollment_id: string }>`
      select raised.organisation_id, raised.enrollment_id from (
        select organisation_id, course_id, enrollment_id from gradebook_results raised
          join certificate_settings s using (organisation_id, course_id)
          where ${isRaised} and s.is_enabled and raised.final_percent >= (s.rules ->> 'min_grade_percent')::numeric
        union
        select organisation_id, course_id, enrollment_id from attendance_rates raised
          join certificate_settings s using (organisation_id, course_id)
          where ${isRaised} and s.is_enabled and raised.percent >= (s.rules ->> 'min_attendance_percent')::numeric
      ) raised
      where not exists (select from certificates where certificates.organisation_id = raised.organisation_id and certificates.enrollment_id = raised.enrollment_id)
    `.execute(trx);
    await enqueueAll(trx, 'issue_certificate', rows);
  });
