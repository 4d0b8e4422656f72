import { type ExpressionBuilder, type OrderByModifiers, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { contains } from '../../../platform/database/search.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, nullsLowest, onPage, sortOf } from '../../kernel/pages.ts';
import { progressPercent } from '../../kernel/percent.ts';
import { person } from '../../kernel/person.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { currentCohort } from '../access/day-zero.ts';
import { type EnrollmentState, enrollmentState } from '../access/state.ts';
import { type CohortFacts, joinedCohorts } from '../cohorts/joined-cohorts.ts';
import { completedCount, lessonCountOf } from '../progress/counts.ts';
import type { EnrollmentPath } from './revoke-enrollment.ts';

export interface LearnerFilter extends Paging {
  /** Part of the name or the email address, case-insensitive. */
  search?: string | undefined;
  state?: EnrollmentState | undefined;
  cohort_id?: string | undefined;
  /** A condition on `enrollments` supplied by another context. */
  condition?: RawBuilder<boolean> | undefined;
  ordering: Shape<'LearnerOrdering'>;
}

/** The column that each ordering sorts by. Each is indexed directly after the course, so that no ordering has to sort all learners. */
const COLUMNS = { enrolled_at: 'enrolled_at', last_activity_at: 'last_activity_at', name: 'learner_name', percent: 'completed_lessons' } as const;

/**
 * Lists the learners of a course, without previews. Learners who have never been active in it count as inactive for the longest time. Progress is
 * counted only for the learners on the page, and the total is counted only if the learners are filtered.
 * @throws NotFoundError when there is no such course
 */
export async function listLearners(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { page, page_size, ordering, ...filter }: LearnerFilter,
): Promise<Page<Shape<'Learner'>>> {
  requireIds(courseId);
  const now = timeOf(clock);
  const { by, direction } = sortOf(ordering);
  const column = `enrollments.${COLUMNS[by]}` as const;
  // The order matches the indexes, which use the default position of nulls for a column that is never null.
  const inOrder: OrderByModifiers = by === 'last_activity_at' ? nullsLowest(direction) : direction;
  const matching = matchingLearners(db, organisationId, courseId, now, filter);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const [course, counted, rows] = await Promise.all([
    readCourse(db, organisationId, courseId),
    isFiltered ? countRows(matching) : null,
    db
      .with('page', () =>
        matching
          .select(['enrollments.organisation_id', 'enrollments.id'])
          .orderBy(column, inOrder)
          .orderBy('enrollments.id', direction)
          .$call(onPage({ page, page_size })),
      )
      .selectFrom('page')
      .innerJoin('enrollments', (join) => join.onRef('enrollments.organisation_id', '=', 'page.organisation_id').onRef('enrollments.id', '=', 'page.id'))
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .select(learnerColumns(now))
      .orderBy(column, inOrder)
      .orderBy('enrollments.id', direction)
      .execute(),
  ]);
  const results = rows.map(({ cohorts, ...row }) => toLearner(row, cohorts, course, now));
  return { count: counted ?? course.learners, results };
}

/** Returns the state of an enrollment, which allows nothing without a membership. */
const learnerState = (now: string) =>
  sql<EnrollmentState>`case when exists (select from memberships where memberships.organisation_id = enrollments.organisation_id
    and memberships.user_id = enrollments.user_id) then ${enrollmentState(now)} else 'revoked' end`;

/** Returns the columns shown of a learner, for queries that read `enrollments` and `users`. */
const learnerColumns = (now: string) =>
  [
    'enrollments.id as enrollment_id',
    'enrollments.enrolled_at',
    'enrollments.expires_at',
    'enrollments.last_activity_at',
    'enrollments.completed_at',
    person.as('user'),
    learnerState(now).as('state'),
    sql<Shape<'Learner'>['source']>`enrollments.source`.as('source'),
    completedCount.as('completed_lessons'),
    joinedCohorts.as('cohorts'),
  ] as const;

function toLearner<Row extends { completed_lessons: number; state: string }>(
  row: Row,
  cohorts: readonly CohortFacts[],
  course: { timezone: string; lesson_count: number },
  now: string,
) {
  const cohort = currentCohort(cohorts, course.timezone, now);
  return { ...row, cohort: cohort && { id: cohort.id, name: cohort.name }, percent: progressPercent(row.completed_lessons, course.lesson_count, row.state) };
}

/**
 * Returns one learner of a course, with everything that determines their access.
 * @throws NotFoundError also for a preview
 */
export async function getLearner(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  { courseId, enrollmentId }: EnrollmentPath,
): Promise<Shape<'LearnerDetails'>> {
  requireIds(courseId, enrollmentId);
  const now = timeOf(clock);
  const [course, { cohorts, ...row }, grants] = await Promise.all([
    readCourse(db, organisationId, courseId),
    matchingLearners(db, organisationId, courseId, now, {})
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .where('enrollments.id', '=', enrollmentId)
      .select(learnerColumns(now))
      .select(['enrollments.first_access_at', 'enrollments.revoked_at', 'enrollments.opens_everything'])
      .select(
        sql<string | null>`(select email from learner_contacts noted where noted.organisation_id = enrollments.organisation_id
          and noted.user_id = enrollments.user_id)`.as('contact_email'),
      )
      .executeTakeFirstOrThrow(() => new NotFoundError()),
    db
      .selectFrom('enrollment_grants')
      .select(['id', 'source', 'starts_at', 'ends_at', 'follows_course_end', 'revoked_at', 'revoked_by'])
      .where('organisation_id', '=', organisationId)
      .where('enrollment_id', '=', enrollmentId)
      .orderBy('starts_at')
      .orderBy('id')
      .$castTo<Shape<'EnrollmentGrant'>>()
      .execute(),
  ]);
  return { ...toLearner(row, cohorts, course, now), lesson_count: course.lesson_count, cohorts: cohorts.map(({ id, name }) => ({ id, name })), grants };
}

const readCourse = (db: Executor, organisationId: string, courseId: string) =>
  liveCourses(db, organisationId)
    .leftJoin('course_learner_counts as counts', (join) =>
      join.onRef('counts.organisation_id', '=', 'courses.organisation_id').onRef('counts.course_id', '=', 'courses.id'),
    )
    .where('courses.id', '=', courseId)
    .select(['courses.timezone', sql<number>`coalesce(counts.learners, 0)`.as('learners')])
    .select(lessonCountOf('courses.organisation_id', 'courses.id').as('lesson_count'))
    .executeTakeFirstOrThrow(() => new NotFoundError());

type Filter = Omit<LearnerFilter, keyof Paging | 'ordering'>;

/** Selects the learners of a course that match a filter, without previews. */
export const matchingLearners = (db: Executor, organisationId: string, courseId: string, now: string, { search, state, cohort_id, condition }: Filter) =>
  db
    .selectFrom('enrollments')
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.course_id', '=', courseId)
    // A literal, because with a parameter the planner would expect the condition to exclude almost all rows.
    .where('enrollments.source', '<>', sql.lit('preview'))
    .$if(state !== undefined, (query) => query.where(learnerState(now), '=', state as EnrollmentState))
    .$if(condition !== undefined, (query) => query.where(condition as RawBuilder<boolean>))
    .$if(search !== undefined, (query) => query.where((eb) => isFound(eb, search as string)))
    .$if(cohort_id !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('cohort_members')
            .select('cohort_members.cohort_id')
            .whereRef('cohort_members.organisation_id', '=', 'enrollments.organisation_id')
            .whereRef('cohort_members.enrollment_id', '=', 'enrollments.id')
            .where('cohort_members.cohort_id', '=', cohort_id as string),
        ),
      ),
    );

const isFound = (eb: ExpressionBuilder<DB, 'enrollments'>, search: string) =>
  eb.exists(eb.selectFrom('users').select('users.id').whereRef('users.id', '=', 'enrollments.user_id').where(contains(sql`users.search_text`, search)));
