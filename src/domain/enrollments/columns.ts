import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database/connect.ts';
import { type CohortFacts, currentCohort } from '../access/day-zero.ts';
import type { Shape } from '../contract.ts';
import { courseCard } from '../courses/card.ts';
import { completedCount, lessonCount } from '../progress/counts.ts';
import { percentOf } from '../progress/percent.ts';
import { enrollmentState } from './state.ts';

/** The active cohorts of an enrolment, newest first; which of them counts depends on the day. */
export const activeCohorts: RawBuilder<CohortFacts[]> = sql`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'starts_on', c.starts_on,
  'ends_on', c.ends_on) order by c.created_at desc, c.id desc), '[]') from cohort_members m
  join cohorts c on c.organisation_id = m.organisation_id and c.id = m.cohort_id and c.status = 'active'
  where m.organisation_id = enrollments.organisation_id and m.enrollment_id = enrollments.id)`;

/** Enrolments in courses that are not deleted. */
export const liveEnrollments = (db: Executor, organisationId: string) =>
  db
    .selectFrom('enrollments')
    .innerJoin('courses', (join) =>
      join
        .onRef('courses.organisation_id', '=', 'enrollments.organisation_id')
        .onRef('courses.id', '=', 'enrollments.course_id')
        .on('courses.deleted_at', 'is', null),
    )
    .where('enrollments.organisation_id', '=', organisationId);

/** All that an enrolment shows, with its progress and its cohorts. */
export const selectEnrollments = (db: Executor, organisationId: string, now: string) =>
  liveEnrollments(db, organisationId)
    .select([
      'enrollments.id',
      'enrollments.enrolled_at',
      'enrollments.expires_at',
      'enrollments.first_access_at',
      'enrollments.last_activity_at',
      'enrollments.completed_at',
      'courses.timezone',
    ])
    .select([
      courseCard.as('course'),
      enrollmentState(now).as('state'),
      sql<Shape<'Enrollment'>['source']>`enrollments.source`.as('source'),
      activeCohorts.as('cohorts'),
      lessonCount.as('lesson_count'),
      completedCount.as('completed_lessons'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectEnrollments>['executeTakeFirstOrThrow']>>;

export function toEnrollment({ timezone, cohorts, lesson_count, completed_lessons, ...same }: Row, now: string): Shape<'Enrollment'> {
  const cohort = currentCohort(cohorts, timezone, now);
  return { ...same, cohort: cohort && { id: cohort.id, name: cohort.name }, percent: percentOf(completed_lessons, lesson_count) };
}

export async function readEnrollment(db: Executor, organisationId: string, id: string, now: string): Promise<Shape<'Enrollment'>> {
  const row = await selectEnrollments(db, organisationId, now).where('enrollments.id', '=', id).executeTakeFirstOrThrow();
  return toEnrollment(row, now);
}
