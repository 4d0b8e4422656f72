import { type Expression, type OrderByModifiers, sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Page, Paging, Shape } from '../../kernel/contract.ts';
import { Faults, NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { type JobName, waitingJobs } from '../../kernel/jobs.ts';
import { countRows, onPage, sortOf } from '../../kernel/pages.ts';
import { person } from '../../kernel/person.ts';
import type { Tools } from '../../kernel/tools.ts';
import { matchingLearners } from '../../learning/enrollments/list-learners.ts';
import { readGradedLessons } from '../../learning/grading/facts.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import { rounded } from '../grading/fraction.ts';
import { ALIAS_LENGTH } from './aliases.ts';
import { type Column, columnsOf, readConfigs } from './columns.ts';
import { type AttendanceRule, attendanceRuleOf, type BookKey, type StoredRules } from './rules.ts';
import { anonymousCell, emptyCell, showAttendanceColumn } from './show-cells.ts';

export interface GradebookFilter extends Paging {
  /** Part of the name or the email address, case-insensitive. */
  search?: string | undefined;
  /** The lesson whose column alone is returned. */
  lesson_id?: string | undefined;
  cohort_id?: string | undefined;
  ordering: 'enrolled_at' | '-enrolled_at' | 'current' | '-current' | 'final' | '-final';
}

type Gradebook = Page<Shape<'GradebookRow'>> & Pick<Shape<'Gradebook'>, 'lessons' | 'attendance' | 'recomputation'>;

const COLUMNS = { enrolled_at: 'enrollments.enrolled_at', current: 'results.current_percent', final: 'results.final_percent' } as const;

/**
 * Reads one page of the grades that were computed last. The rows of a lesson that is graded anonymously are aliases, in the order of their random IDs.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError for a lesson that has no column, and for filters that would reveal whom an alias stands for
 */
export async function readGradebook(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { organisationId }: Caller,
  courseId: string,
  { page, page_size, ordering, lesson_id, ...filter }: GradebookFilter,
): Promise<Gradebook> {
  requireIds(courseId);
  const book = { organisationId, courseId };
  const [{ recomputation, rule }, all] = await Promise.all([readBook(db, book), readColumns(db, book)]);
  const attendance = lesson_id === undefined ? showAttendanceColumn(rule) : null;
  const columns = columnsFor(all, { lesson_id, ...filter });
  const matching = matchingLearners(db, organisationId, courseId, timeOf(clock), filter);
  const { by, direction } = sortOf(ordering);
  // The order by enrollment matches its index, which uses the default position of nulls for a column that is never null.
  const order: OrderByModifiers = by === 'enrolled_at' ? direction : (modified) => modified[direction]().nullsLast();
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const paging = onPage({ page, page_size });
  const rows = isAnonymousView(columns, lesson_id)
    ? selectAliasRows(db, organisationId, lesson_id as string)
        .orderBy('gradebook_aliases.id')
        .$call(paging)
        .execute()
    : selectRows(db, selectPage(matching, by).orderBy(COLUMNS[by], order).orderBy('enrollments.id', direction).$call(paging))
        .orderBy('page.key', order)
        .orderBy('page.id', direction)
        .execute();
  const [count, results] = await Promise.all([isFiltered ? countRows(matching) : recomputation.total, rows]);
  return { count, results: results.map((row) => showRow(row, columns, attendance !== null)), lessons: columns.map(showColumn), attendance, recomputation };
}

const selectPage = (matching: ReturnType<typeof matchingLearners>, by: keyof typeof COLUMNS) =>
  matching
    .leftJoin('gradebook_results as results', (join) =>
      join.onRef('results.organisation_id', '=', 'enrollments.organisation_id').onRef('results.enrollment_id', '=', 'enrollments.id'),
    )
    .select(['enrollments.organisation_id', 'enrollments.id', sql<string | number | null>`${sql.ref(COLUMNS[by])}`.as('key')]);

export const readColumns = async (db: Executor, book: BookKey): Promise<Column[]> => {
  const [lessons, configs] = await Promise.all([readGradedLessons(db, book), readConfigs(db, book)]);
  return columnsOf(lessons, configs);
};

/** Returns the columns that a reader asks for. @throws ValidationError */
export function columnsFor(columns: readonly Column[], { lesson_id, ...filter }: Pick<GradebookFilter, 'lesson_id' | 'search' | 'cohort_id'>): Column[] {
  if (lesson_id === undefined) return [...columns];
  const faults = new Faults();
  const found = columns.filter(({ item }) => item.id === lesson_id.toLowerCase());
  if (found.length === 0) faults.add('lesson_id', 'unknown', 'The gradebook has no such lesson.');
  if (isAnonymousView(found, lesson_id)) {
    for (const [name, value] of Object.entries(filter))
      if (value !== undefined) faults.add(name, 'anonymous', 'The lesson is graded anonymously, and this filter would reveal whose submission it is.');
  }
  faults.check();
  return found;
}

/** Whether the rows are aliases: those of one lesson that is graded anonymously now. */
export const isAnonymousView = (columns: readonly Column[], lessonId: string | undefined): boolean =>
  lessonId !== undefined && columns.some(({ lesson }) => lesson.isAnonymous);

/** The learners on a page, with their sort keys. */
type LearnerPage = Expression<{ organisation_id: string; id: string; key: string | number | null }>;

/** Selects learners with their grades. Wide columns are read for the page alone. */
export const selectRows = (db: Executor, page: LearnerPage) =>
  db
    .with('page', () => page)
    .selectFrom('page')
    .innerJoin('enrollments', (join) => join.onRef('enrollments.organisation_id', '=', 'page.organisation_id').onRef('enrollments.id', '=', 'page.id'))
    .innerJoin('users', 'users.id', 'enrollments.user_id')
    .leftJoin('gradebook_results as results', (join) =>
      join.onRef('results.organisation_id', '=', 'enrollments.organisation_id').onRef('results.enrollment_id', '=', 'enrollments.id'),
    )
    .select(['enrollments.id as enrollment_id', sql<Shape<'Person'> | null>`${person}`.as('user'), sql<string | null>`null`.as('alias')])
    .select([
      sql<Shape<'CourseGrade'> | null>`results.current_grade`.as('current'),
      sql<Shape<'CourseGrade'> | null>`results.final_grade`.as('final'),
      sql<Shape<'GradebookCell'>[] | null>`results.cells`.as('cells'),
      sql<Shape<'AttendanceGrade'> | null>`results.attendance`.as('attendance'),
    ]);

const selectAliases = (db: Executor, organisationId: string, lessonId: string) =>
  db.selectFrom('gradebook_aliases').where('gradebook_aliases.organisation_id', '=', organisationId).where('gradebook_aliases.lesson_id', '=', lessonId);

/** Selects the aliases of the learners in a lesson, each with the cell of that lesson alone. */
export const selectAliasRows = (db: Executor, organisationId: string, lessonId: string) =>
  selectAliases(db, organisationId, lessonId)
    .leftJoin('gradebook_results as results', (join) =>
      join.onRef('results.organisation_id', '=', 'gradebook_aliases.organisation_id').onRef('results.enrollment_id', '=', 'gradebook_aliases.enrollment_id'),
    )
    .select(['gradebook_aliases.id as enrollment_id', sql<Shape<'Person'> | null>`null`.as('user')])
    .select([
      sql<string | null>`left(gradebook_aliases.id::text, ${sql.lit(ALIAS_LENGTH)})`.as('alias'),
      sql<Shape<'CourseGrade'> | null>`null`.as('current'),
      sql<Shape<'CourseGrade'> | null>`null`.as('final'),
      sql<Shape<'GradebookCell'>[] | null>`(select json_agg(cell) from jsonb_array_elements(results.cells) cell
        where cell ->> 'lesson_id' = gradebook_aliases.lesson_id::text)`.as('cells'),
      sql<Shape<'AttendanceGrade'> | null>`null`.as('attendance'),
    ]);

export type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

/**
 * Arranges the computed cells under the columns. Lessons may have been added, removed or moved since. Lessons that are graded anonymously now reveal nothing
 * about a named learner.
 */
export function showRow({ cells, attendance, ...known }: Row, columns: readonly Column[], showsAttendance: boolean): Shape<'GradebookRow'> {
  const row = { ...known, attendance: showsAttendance ? attendance : null };
  const isHidden = ({ lesson }: Column) => lesson.isAnonymous && row.alias === null;
  const isAligned = cells?.length === columns.length && columns.every((column, index) => cells[index]?.lesson_id === column.item.id && !isHidden(column));
  if (isAligned) return { ...row, cells };
  const byLesson = new Map(cells?.map((cell) => [cell.lesson_id, cell]));
  return {
    ...row,
    cells: columns.map((column) => (isHidden(column) ? anonymousCell(column.item.id) : (byLesson.get(column.item.id) ?? emptyCell(column.item.id)))),
  };
}

export const showColumn = ({ lesson, item }: Column): Shape<'GradebookColumn'> => ({
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
  is_anonymous: lesson.isAnonymous,
});

/** The jobs that lead to new rules, or to new grades of all learners, of a course that their payload names. */
const OF_COURSE: readonly JobName[] = ['recompute_gradebook', 'grade_attendance', 'announce_grades', 'announce_regrade'];

/**
 * Number of learners of `courses`, besides those with older rules, whose grades wait to be computed because of a change that is not taken up yet, or by a job.
 * Null means possibly all.
 */
const waitingLearners = sql<number | null>`case
  when exists (select from gradebook_changes c where c.organisation_id = courses.organisation_id and c.course_id = courses.id)
    or exists (select from ${waitingJobs(OF_COURSE)} waiting where waiting.payload ->> 'course_id' = courses.id::text) then null
  else (select count(distinct e.id)::int from ${waitingJobs(['compute_grades'])} waiting
    join enrollments e on e.id = (waiting.payload ->> 'enrollment_id')::uuid and e.organisation_id = courses.organisation_id and e.course_id = courses.id) end`;

/** Reads how far the computation of the grades is, and how attendance counts in them. Learners are counted only while grades are being computed. */
async function readBook(db: Executor, { organisationId, courseId }: BookKey): Promise<{ recomputation: Shape<'Recomputation'>; rule: AttendanceRule }> {
  const { done, waiting, total, rules } = await liveCourses(db, organisationId)
    .leftJoin('gradebook_courses as books', (join) =>
      join.onRef('books.organisation_id', '=', 'courses.organisation_id').onRef('books.course_id', '=', 'courses.id'),
    )
    .leftJoin('course_learner_counts as counts', (join) =>
      join.onRef('counts.organisation_id', '=', 'courses.organisation_id').onRef('counts.course_id', '=', 'courses.id'),
    )
    .leftJoin('gradebook_settings as settings', (join) =>
      join.onRef('settings.organisation_id', '=', 'courses.organisation_id').onRef('settings.course_id', '=', 'courses.id'),
    )
    .where('courses.id', '=', courseId)
    .select([
      sql<Partial<StoredRules> | null>`settings.rules`.as('rules'),
      sql<number>`coalesce(counts.learners, 0)`.as('total'),
      waitingLearners.as('waiting'),
      sql<number | null>`case when books.computed_revision < books.revision then (select count(*)::int from gradebook_results r
        where r.organisation_id = courses.organisation_id and r.course_id = courses.id and r.revision >= books.revision) end`.as('done'),
    ])
    .executeTakeFirstOrThrow(() => new NotFoundError());
  const computed = Math.max(0, Math.min(done ?? total, total - (waiting ?? total)));
  return { recomputation: { is_running: computed < total, done: computed, total }, rule: attendanceRuleOf(rules) };
}
