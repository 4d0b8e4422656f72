import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { type CohortFacts, joinedCohorts } from '../cohorts/joined-cohorts.ts';
import { type DayZero, dayZeroOf, startingCohort } from './day-zero.ts';
import { type DueLesson, dueFor } from './due.ts';
import type { Learner } from './learner.ts';
import type { CourseFacts } from './lock.ts';
import { learnersOverrides, type Override } from './overrides.ts';

/** An enrollment with everything that decides when its lessons open, close and are due. */
export type LearnerSchedule = CourseFacts & {
  id: string;
  schedule_basis: Shape<'Course'>['schedule_basis'];
  enrolled_at: string;
  first_access_at: string | null;
  cohorts: CohortFacts[];
  overrides: Override[];
};

export const selectSchedules = (db: Executor, organisationId: string) =>
  db
    .selectFrom('enrollments')
    .innerJoin('courses', (join) => join.onRef('courses.organisation_id', '=', 'enrollments.organisation_id').onRef('courses.id', '=', 'enrollments.course_id'))
    .select(['enrollments.id', 'enrolled_at', 'first_access_at', 'courses.status', 'courses.timezone', 'length_mode', 'start_date', 'schedule_basis'])
    .select([joinedCohorts.as('cohorts'), learnersOverrides.as('overrides')])
    .where('enrollments.organisation_id', '=', organisationId)
    .$castTo<LearnerSchedule>();

export const scheduledDayZero = (schedule: LearnerSchedule, now: string): DayZero | null =>
  dayZeroOf(schedule, { ...schedule, cohort: startingCohort(schedule.cohorts, schedule.timezone, now) }, now);

/** Returns when the work of one learner in a lesson is due, or null if it is never due or not known yet.
 * @throws NotFoundError when the enrollment or the lesson no longer exists */
export async function readDue(db: Executor, { organisationId, enrollmentId }: Learner, lessonId: string, now: string): Promise<string | null> {
  const lesson = await db
    .selectFrom('lessons')
    .leftJoin('lesson_progress', (join) =>
      join
        .onRef('lesson_progress.organisation_id', '=', 'lessons.organisation_id')
        .onRef('lesson_progress.lesson_id', '=', 'lessons.id')
        .on('lesson_progress.enrollment_id', '=', enrollmentId),
    )
    .select(['lessons.due', 'is_free_preview', 'opens_day_offset', 'opens_time', 'closes_day_offset', 'closes_time', 'first_opened_at'])
    .where('lessons.organisation_id', '=', organisationId)
    .where('lessons.id', '=', lessonId)
    .$castTo<DueLesson & { first_opened_at: string | null }>()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const schedule = await selectSchedules(db, organisationId)
    .where('enrollments.id', '=', enrollmentId)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const overrides = schedule.overrides.filter(({ lesson_id }) => lesson_id === lessonId);
  return dueFor(schedule, scheduledDayZero(schedule, now), lesson, overrides, lesson.first_opened_at);
}
