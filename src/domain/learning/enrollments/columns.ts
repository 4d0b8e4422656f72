import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { progressPercent } from '../../kernel/percent.ts';
import { courseCard, toCard } from '../../studio/courses/card.ts';
import { currentCohort } from '../access/day-zero.ts';
import { liveEnrollments } from '../access/live-enrollments.ts';
import { enrollmentState } from '../access/state.ts';
import { joinedCohorts } from '../cohorts/joined-cohorts.ts';
import { completedCount, lessonCount } from '../progress/counts.ts';

/** Selects everything that an enrollment shows, including its progress and its cohorts. */
export const selectEnrollments = (db: Executor, organisationId: string, now: string) =>
  liveEnrollments(db, organisationId)
    .select([
      'enrollments.id',
      'enrollments.enrolled_at',
      'enrollments.expires_at',
      'enrollments.first_access_at',
      'enrollments.last_activity_at',
      'enrollments.completed_at',
    ])
    .select([
      courseCard.as('course'),
      enrollmentState(now).as('state'),
      sql<Shape<'Enrollment'>['source']>`enrollments.source`.as('source'),
      joinedCohorts.as('cohorts'),
      lessonCount.as('lesson_count'),
      completedCount.as('completed_lessons'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectEnrollments>['executeTakeFirstOrThrow']>>;

export function toEnrollment({ course, cohorts, lesson_count, completed_lessons, ...same }: Row, now: string): Shape<'Enrollment'> {
  const cohort = currentCohort(cohorts, course.timezone, now);
  return {
    ...same,
    course: toCard(course),
    cohort: cohort && { id: cohort.id, name: cohort.name },
    percent: progressPercent(completed_lessons, lesson_count, same.state),
  };
}

export async function readEnrollment(db: Executor, organisationId: string, id: string, now: string): Promise<Shape<'Enrollment'>> {
  const row = await selectEnrollments(db, organisationId, now)
    .where('enrollments.id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return toEnrollment(row, now);
}
