import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Viewer } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, NotFoundError } from '../../kernel/errors.ts';
import { isStaff } from '../../kernel/role.ts';
import { courseCard, toCard } from '../../studio/courses/card.ts';
import { isCourse, liveCourses } from '../../studio/courses/columns.ts';
import { joinedCohorts } from '../cohorts/joined-cohorts.ts';
import { type DayZero, dayZeroOf, startingCohort } from './day-zero.ts';
import type { CourseFacts, EnrollmentFacts } from './lock.ts';
import { learnersOverrides, type Override } from './overrides.ts';
import { type EnrollmentState, enrollmentState, isOver } from './state.ts';

export interface LearnerEnrollment extends EnrollmentFacts {
  id: string;
  userId: string;
  /** The user's time zone, in which their days of learning are counted. */
  userTimezone: string;
  state: EnrollmentState;
  expires_at: string | null;
  last_activity_at: string | null;
  dayZero: DayZero | null;
  /** What staff changed for the learner or their cohorts, in all lessons of the course. */
  overrides: Override[];
}

/** What a viewer may see and do in a course. */
export interface CourseAccess {
  organisationId: string;
  courseId: string;
  course: CourseFacts & { card: Shape<'CourseCard'> };
  enrollment: LearnerEnrollment | null;
  /** Whether the viewer is staff: everything is shown to staff, and nothing is locked. */
  seesAll: boolean;
  /** Whether a quiz attempt of the viewer has run out of time and is not scored yet. */
  hasOverdueAttempt: boolean;
}

/** How long an attempt that has run out of time can still be submitted, to allow for requests that are under way. */
export const GRACE_SECONDS = 10;

/**
 * Reads the viewer's access to a course in one query. An expired preview does not count as an enrollment.
 * @param key ID or slug of the course
 * @throws NotFoundError also for a course that the viewer may not know of: a draft, archived or private course in which they are not enrolled
 */
export async function courseAccess(db: Executor, viewer: Viewer, key: string, now: string): Promise<CourseAccess> {
  const row = await liveCourses(db, viewer.organisationId)
    .leftJoin('users', (join) => join.on('users.id', '=', viewer.actorId))
    .leftJoin('enrollments', (join) =>
      join
        .onRef('enrollments.organisation_id', '=', 'courses.organisation_id')
        .onRef('enrollments.course_id', '=', 'courses.id')
        .onRef('enrollments.user_id', '=', 'users.id')
        .on(sql<boolean>`not (enrollments.source = 'preview' and enrollments.expires_at <= ${now}::timestamptz)`),
    )
    .where(isCourse(key))
    .select(['courses.id', 'courses.visibility', 'courses.timezone', 'courses.start_date'])
    .select([
      sql<CourseFacts['status']>`courses.status`.as('status'),
      sql<CourseFacts['length_mode']>`courses.length_mode`.as('length_mode'),
      sql<Shape<'Course'>['schedule_basis']>`courses.schedule_basis`.as('schedule_basis'),
      courseCard.as('card'),
    ])
    .select(['enrollments.id as enrollment_id', 'source', 'enrolled_at', 'expires_at', 'first_access_at', 'last_activity_at', 'opens_everything'])
    .select([enrollmentState(now).as('state'), joinedCohorts.as('cohorts'), learnersOverrides.as('overrides')])
    .select(['enrollments.user_id', 'users.timezone as user_timezone'])
    .select(
      sql<boolean>`exists (select from quiz_attempts q where q.organisation_id = enrollments.organisation_id and q.enrollment_id = enrollments.id
        and q.submitted_at is null and q.due_at < ${now}::timestamptz - make_interval(secs => ${GRACE_SECONDS}::int))`.as('has_overdue_attempt'),
    )
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const seesAll = isStaff(viewer);
  const { enrollment_id, enrolled_at, user_id, user_timezone } = row;
  if (!seesAll && enrollment_id === null && (row.status !== 'published' || row.visibility === 'private')) throw new NotFoundError();
  return {
    organisationId: viewer.organisationId,
    courseId: row.id,
    course: { ...row, card: toCard(row.card) },
    seesAll,
    hasOverdueAttempt: row.has_overdue_attempt,
    enrollment:
      enrollment_id === null || enrolled_at === null || user_id === null || user_timezone === null
        ? null
        : {
            id: enrollment_id,
            userId: user_id,
            userTimezone: user_timezone,
            state: row.state,
            isOver: isOver(row.state),
            isPreview: row.source === 'preview',
            opensEverything: row.opens_everything ?? false,
            expires_at: row.expires_at,
            last_activity_at: row.last_activity_at,
            dayZero: dayZeroOf(row, { enrolled_at, first_access_at: row.first_access_at, cohort: startingCohort(row.cohorts, row.timezone, now) }, now),
            overrides: row.overrides,
          },
  };
}

/** @throws DomainError not_enrolled */
export function requireEnrollment({ enrollment }: CourseAccess): LearnerEnrollment {
  if (!enrollment) throw new DomainError('not_enrolled', 'Enrol in the course first.');
  return enrollment;
}
