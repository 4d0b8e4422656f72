import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { unless } from '../../kernel/errors.ts';
import type { Jobs } from '../../kernel/jobs.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enrollmentState } from '../../learning/access/state.ts';
import { type CourseKey, lockAttendance, readCourse } from '../meetings/settings.ts';
import { publishEvent } from './events.ts';
import { type RatedLearner, rateOf, tally } from './rate.ts';
import { warnLearners } from './warn.ts';

/** Computes the rates of a course, stores those that have changed, and warns learners whose rates have become too low. */
export function checkAttendance({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisation_id, course_id }: Jobs['check_attendance']): Promise<void> {
  const key: CourseKey = { organisationId: organisation_id, courseId: course_id };
  return unless(
    'not_found',
    inTransaction(db, async (trx) => {
      const course = await readCourse(trx, key);
      await lockAttendance(trx, key);
      const now = timeOf(clock);
      const tallied = await readTallies(trx, key, now);
      const learners = tallied.map((learner): RatedLearner => ({ ...learner, percent: rateOf(course.rules, learner.tallied, 0).percent }));
      await storeRates(trx, key, learners, now);
      if (course.rules.warning.is_enabled) await warnLearners(trx, course, learners, now);
    }),
  );
}

async function readTallies(trx: Executor, { organisationId, courseId }: CourseKey, now: string): Promise<Omit<RatedLearner, 'percent'>[]> {
  const { rows } = await sql<Omit<RatedLearner, 'percent'>>`select e.id as "enrollmentId", e.user_id as "userId", ${tally} as tallied,
      ${enrollmentState(now, 'e')} in ('active', 'completed') as "isActive",
      exists (select from attendance_warnings w where w.organisation_id = e.organisation_id and w.enrollment_id = e.id) as "isWarned"
    from enrollments e
    left join attendance_records r on r.organisation_id = e.organisation_id and r.enrollment_id = e.id
    left join attendance_meetings m on m.organisation_id = r.organisation_id and m.id = r.meeting_id
    where e.organisation_id = ${organisationId} and e.course_id = ${courseId} and e.source <> 'preview' and (r.enrollment_id is not null
      or exists (select from attendance_rates known where known.organisation_id = e.organisation_id and known.enrollment_id = e.id))
    group by e.organisation_id, e.id order by e.id`.execute(trx);
  return rows;
}

/** Stores the rates, and publishes the event if any of them has changed. Learners who have no closed meeting or have just been deleted are left out. */
async function storeRates(trx: Executor, { organisationId, courseId }: CourseKey, learners: readonly RatedLearner[], now: string): Promise<void> {
  const rates = learners.map(({ enrollmentId, tallied, percent }) => ({ enrollment_id: enrollmentId, percent, ...tallied }));
  const { rows } = await sql`
    insert into attendance_rates as r (organisation_id, enrollment_id, course_id, percent, present, late, excused, absent, made_up, raised_at)
    select e.organisation_id, e.id, e.course_id, given.percent, given.present, given.late, given.excused, given.absent, given.made_up,
      case when given.percent is not null then ${now}::timestamptz end
    from json_to_recordset(${JSON.stringify(rates)}::json) as given (enrollment_id uuid, percent numeric, present int, late int, excused int, absent int, made_up int)
    join enrollments e on e.organisation_id = ${organisationId} and e.id = given.enrollment_id
    left join attendance_rates known on known.organisation_id = e.organisation_id and known.enrollment_id = e.id
    where known.enrollment_id is not null or given.present + given.late + given.excused + given.absent > 0
    for key share of e
    on conflict (organisation_id, enrollment_id) do update set percent = excluded.percent, present = excluded.present, late = excluded.late,
      excused = excluded.excused, absent = excluded.absent, made_up = excluded.made_up,
      raised_at = case when excluded.percent > coalesce(r.percent, -1) then excluded.raised_at when excluded.percent = r.percent then r.raised_at end
    where (r.percent, r.present, r.late, r.excused, r.absent, r.made_up)
      is distinct from (excluded.percent, excluded.present, excluded.late, excluded.excused, excluded.absent, excluded.made_up)
    returning r.enrollment_id`.execute(trx);
  if (rows.length > 0) await publishEvent(trx, 'attendance.rates_updated', { organisationId, courseId, learners: rows.length });
}
