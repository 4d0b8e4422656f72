import { type ExpressionBuilder, type OrderByModifiers, sql } from 'kysely';
import type { DB } from '../../../../generated/database.ts';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import { contains } from '../../../platform/database/search.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, nullsLowest, onPage, sortOf } from '../../kernel/pages.ts';
import { percentOf } from '../../kernel/percent.ts';
import { person } from '../../kernel/person.ts';
import type { Tools } from '../../kernel/tools.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { currentCohort } from '../access/day-zero.ts';
import { type EnrollmentState, enrollmentState } from '../access/state.ts';
import { joinedCohorts } from '../cohorts/joined-cohorts.ts';
import { completedCount, lessonCountOf } from '../progress/counts.ts';

export interface LearnerFilter extends Paging {
  /** Part of the name or the email address, case-insensitive. */
  search?: string | undefined;
  state?: EnrollmentState | undefined;
  cohort_id?: string | undefined;
  ordering: '-enrolled_at' | 'enrolled_at' | '-last_activity_at' | 'last_activity_at';
}

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
  // The order matches the indexes, which use the default position of nulls for a column that is never null.
  const inOrder: OrderByModifiers = by === 'enrolled_at' ? direction : nullsLowest(direction);
  const matching = matchingLearners(db, organisationId, courseId, now, filter);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const [course, counted, rows] = await Promise.all([
    readCourse(db, organisationId, courseId),
    isFiltered ? countRows(matching) : null,
    db
      .with('page', () =>
        matching
          .select(['enrollments.organisation_id', 'enrollments.id'])
          .orderBy(`enrollments.${by}`, inOrder)
          .orderBy('enrollments.id', direction)
          .$call(onPage({ page, page_size })),
      )
      .selectFrom('page')
      .innerJoin('enrollments', (join) => join.onRef('enrollments.organisation_id', '=', 'page.organisation_id').onRef('enrollments.id', '=', 'page.id'))
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .select(['enrollments.id as enrollment_id', 'enrolled_at', 'expires_at', 'last_activity_at', 'completed_at'])
      .select([
        person.as('user'),
        enrollmentState(now).as('state'),
        sql<Shape<'Learner'>['source']>`enrollments.source`.as('source'),
        completedCount.as('completed_lessons'),
        joinedCohorts.as('cohorts'),
      ])
      .orderBy(`enrollments.${by}`, inOrder)
      .orderBy('enrollments.id', direction)
      .execute(),
  ]);
  const results = rows.map(({ cohorts, ...row }) => {
    const cohort = currentCohort(cohorts, course.timezone, now);
    return { ...row, cohort: cohort && { id: cohort.id, name: cohort.name }, percent: percentOf(row.completed_lessons, course.lesson_count) };
  });
  return { count: counted ?? course.learners, results };
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

/** Selects the learners of a course, without previews, that a filter lets through. */
export const matchingLearners = (db: Executor, organisationId: string, courseId: string, now: string, { search, state, cohort_id }: Filter) =>
  db
    .selectFrom('enrollments')
    .where('enrollments.organisation_id', '=', organisationId)
    .where('enrollments.course_id', '=', courseId)
    // A literal, because with a parameter the planner would expect the condition to exclude almost all rows.
    .where('enrollments.source', '<>', sql.lit('preview'))
    .$if(state !== undefined, (query) => query.where(enrollmentState(now), '=', state as EnrollmentState))
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
