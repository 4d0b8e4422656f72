import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { countRows, onPage, sortOf } from '../../kernel/pages.ts';
import { person } from '../../kernel/person.ts';
import type { Tools } from '../../kernel/tools.ts';
import { matchingLearners } from '../../learning/enrollments/list-learners.ts';
import { readGradedLessons } from '../../learning/grading/facts.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { rounded } from '../grading/fraction.ts';
import { type Column, columnsOf, readConfigs } from './columns.ts';
import type { BookKey } from './rules.ts';
import { emptyCell } from './show-cells.ts';

export interface GradebookFilter extends Paging {
  /** Part of the name or the email address, case-insensitive. */
  search?: string | undefined;
  cohort_id?: string | undefined;
  ordering: 'enrolled_at' | '-enrolled_at' | 'current' | '-current' | 'final' | '-final';
}

type Gradebook = Page<Shape<'GradebookRow'>> & Pick<Shape<'Gradebook'>, 'lessons' | 'recomputation'>;

const COLUMNS = { enrolled_at: 'enrollments.enrolled_at', current: 'results.current_percent', final: 'results.final_percent' } as const;

/**
 * Reads one page of the grades that were computed last.
 * @throws NotFoundError when there is no such course
 */
export async function readGradebook(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { page, page_size, ordering, ...filter }: GradebookFilter,
): Promise<Gradebook> {
  requireIds(courseId);
  const book = { organisationId, courseId };
  const matching = matchingLearners(db, organisationId, courseId, timeOf(clock), filter);
  const { by, direction } = sortOf(ordering);
  const [recomputation, columns, count, rows] = await Promise.all([
    readRecomputation(db, book),
    readColumns(db, book),
    countRows(matching),
    selectRows(matching)
      .orderBy(COLUMNS[by], (order) => order[direction]().nullsLast())
      .orderBy('enrollments.id', direction)
      .$call(onPage({ page, page_size }))
      .execute(),
  ]);
  return { count, results: rows.map((row) => showRow(row, columns)), lessons: columns.map(showColumn), recomputation };
}

export const readColumns = async (db: Executor, book: BookKey): Promise<Column[]> => {
  const [lessons, configs] = await Promise.all([readGradedLessons(db, book), readConfigs(db, book)]);
  return columnsOf(lessons, configs);
};

/** Selects the learners with their grades. */
export const selectRows = (matching: ReturnType<typeof matchingLearners>) =>
  matching
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .leftJoin('gradebook_results as results', (join) =>
      join.onRef('results.organisation_id', '=', 'enrollments.organisation_id').onRef('results.enrollment_id', '=', 'enrollments.id'),
    )
    .select(['enrollments.id as enrollment_id', person.as('user')])
    .select([
      sql<Shape<'CourseGrade'> | null>`results.current_grade`.as('current'),
      sql<Shape<'CourseGrade'> | null>`results.final_grade`.as('final'),
      sql<Shape<'GradebookCell'>[] | null>`results.cells`.as('cells'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

/** Lays the computed cells under the columns. Lessons may have come, gone or moved since. */
export function showRow({ cells, ...row }: Row, columns: readonly Column[]): Shape<'GradebookRow'> {
  const isAligned = cells?.length === columns.length && columns.every(({ item }, index) => cells[index]?.lesson_id === item.id);
  if (isAligned) return { ...row, cells };
  const known = new Map(cells?.map((cell) => [cell.lesson_id, cell]));
  return { ...row, cells: columns.map(({ item }) => known.get(item.id) ?? emptyCell(item.id)) };
}

const showColumn = ({ lesson, item }: Column): Shape<'GradebookColumn'> => ({
  id: lesson.id,
  chapter_id: lesson.chapterId,
  title: lesson.title,
  content_type: lesson.contentType,
  is_published: lesson.isPublished,
  points: rounded(item.possible),
  category_id: item.categoryId,
  grading_type: item.gradingType,
  is_extra_credit: item.isExtraCredit,
  is_omitted: item.isOmitted,
});

async function readRecomputation(db: Executor, { organisationId, courseId }: BookKey): Promise<Shape<'Recomputation'>> {
  const { done, total } = await liveCourses(db, organisationId)
    .leftJoin('gradebook_courses as books', (join) =>
      join.onRef('books.organisation_id', '=', 'courses.organisation_id').onRef('books.course_id', '=', 'courses.id'),
    )
    .leftJoin('course_learner_counts as counts', (join) =>
      join.onRef('counts.organisation_id', '=', 'courses.organisation_id').onRef('counts.course_id', '=', 'courses.id'),
    )
    .where('courses.id', '=', courseId)
    .select([
      sql<number>`coalesce(counts.learners, 0)`.as('total'),
      sql<number>`(select count(*)::int from gradebook_results r where r.organisation_id = courses.organisation_id and r.course_id = courses.id
        and r.revision >= coalesce(books.revision, 0))`.as('done'),
    ])
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return { is_running: done < total, done: Math.min(done, total), total };
}
