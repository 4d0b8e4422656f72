import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../kernel/contract.ts';
import { localDay } from '../../kernel/moments.ts';
import type { CohortFacts } from '../cohorts/joined-cohorts.ts';

/** The day from which a learner's schedule is counted. */
export interface DayZero {
  /** YYYY-MM-DD, in the course's time zone. */
  day: string;
  /** False if the learner has not begun: `day` is then what it would be if they began now. */
  isKnown: boolean;
}

interface CourseSchedule {
  timezone: string;
  schedule_basis: Shape<'Course'>['schedule_basis'];
  start_date: string | null;
}

interface EnrollmentTimes {
  enrolled_at: string;
  first_access_at: string | null;
  /** The cohort whose start counts, as `startingCohort` returns it. */
  cohort: Pick<CohortFacts, 'starts_on'> | null;
}

/** Returns the cohort that applies: the newest of the enrollment's active cohorts that has not ended. Its last day is included. */
export function currentCohort(cohorts: readonly CohortFacts[], timezone: string, now: string): CohortFacts | null {
  return cohorts.find(({ is_active, ends_on }) => is_active && (ends_on === null || ends_on >= localDay(timezone, now))) ?? null;
}

/**
 * Returns the cohort whose start counts for the learner: the current one or, if there is none, the newest of the others, so that the schedule of the
 * members stays where it was when their cohort ends or is archived.
 */
export const startingCohort = (cohorts: readonly CohortFacts[], timezone: string, now: string): CohortFacts | null =>
  currentCohort(cohorts, timezone, now) ?? cohorts[0] ?? null;

/**
 * Returns the learner's day zero, or null if the course counts from its start and neither the course nor the cohort has a start date. Lessons
 * that open on a scheduled day do not open yet in that case.
 */
export function dayZeroOf(course: CourseSchedule, { enrolled_at, first_access_at, cohort }: EnrollmentTimes, now: string): DayZero | null {
  const { timezone, schedule_basis, start_date } = course;
  if (schedule_basis === 'enrollment') return { day: localDay(timezone, enrolled_at), isKnown: true };
  if (schedule_basis === 'first_access') return { day: localDay(timezone, first_access_at ?? now), isKnown: first_access_at !== null };
  const day = cohort?.starts_on ?? start_date;
  return day === null ? null : { day, isKnown: true };
}

/**
 * The known day zero of `enrollments`, joined with `courses`, as `dayZeroOf` determines it, or null if none is known.
 * @param now RFC 3339
 */
export const dayZeroIn = (now: string): RawBuilder<string | null> => sql`case courses.schedule_basis
  when 'enrollment' then (enrollments.enrolled_at at time zone courses.timezone)::date
  when 'first_access' then (enrollments.first_access_at at time zone courses.timezone)::date
  else coalesce((select c.starts_on from cohort_members m
    join cohorts c on c.organisation_id = m.organisation_id and c.id = m.cohort_id
    where m.organisation_id = enrollments.organisation_id and m.enrollment_id = enrollments.id
    order by (c.status = 'active' and coalesce(c.ends_on >= (${now}::timestamptz at time zone courses.timezone)::date, true)) desc,
      c.created_at desc, c.id desc limit 1), courses.start_date) end`;
