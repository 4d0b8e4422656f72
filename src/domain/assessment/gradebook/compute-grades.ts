import { type Selectable, sql } from 'kysely';
import type { GradebookGrades } from '../../../../generated/database.ts';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type AttemptFacts, readWork, type WorkCell } from '../../learning/grading/facts.ts';
import { readOpenSittings } from '../answer-sheets/open-sittings.ts';
import { type CellFacts, type CellResult, computeCell, type EnteredGrade, type Work } from '../grading/cell.ts';
import { hundredths, ZERO } from '../grading/fraction.ts';
import { type Cell, computeGrade, type Grade } from '../grading/totals.ts';
import { type AttendanceCell, attendanceCell, readRates } from './attendance.ts';
import { type Column, columnsOf, readConfigs } from './columns.ts';
import { type BookKey, categoriesOf, policiesOf, readSettings } from './rules.ts';

export type GradeRow = Selectable<GradebookGrades>;

/** One cell with what it was computed from. */
export interface ComputedCell {
  column: Column;
  row: GradeRow | null;
  facts: CellFacts;
  result: CellResult;
  /** Whether the learner sees the grade of the cell. */
  isPosted: boolean;
}

export interface ComputedLearner {
  enrollmentId: string;
  cells: ComputedCell[];
  /** Null if attendance does not count, or no meeting counts for the learner. */
  attendance: AttendanceCell | null;
  current: Grade;
  final: Grade;
}

export interface ComputedBook {
  settings: Shape<'GradebookSettings'>;
  learners: ComputedLearner[];
}

/** The viewer: staff see what is not posted; to learners, it looks as if it did not exist. */
export type View = 'staff' | 'learner';

/** The scope of a computation. Unless it covers all lessons, attendance does not count, and the grades of the course are not those of the gradebook. */
export interface Scope {
  enrollmentIds: readonly string[];
  /** Undefined means all lessons. */
  lessonIds?: readonly string[];
  view: View;
}

/** Returns the column of a lesson on paper whose sitting is not over, in which no work counts as missing. */
const onPaper = (column: Column): Column => ({ ...column, item: { ...column.item, isOnline: false } });

/**
 * Computes the grades of learners from what they handed in and what people entered. This is the only function that does so; everything else reads its results.
 * @param now RFC 3339
 */
export async function computeGrades(db: Executor, book: BookKey, { enrollmentIds, lessonIds, view }: Scope, now: string): Promise<ComputedBook> {
  const [settings, configs, facts, rows, rates, sittings] = await Promise.all([
    readSettings(db, book),
    readConfigs(db, book),
    readWork(db, book, { enrollmentIds, ...(lessonIds ? { lessonIds } : {}) }, now),
    readGrades(db, book.organisationId, enrollmentIds),
    lessonIds ? null : readRates(db, book.organisationId, enrollmentIds),
    readOpenSittings(db, book),
  ]);
  const columns = columnsOf(facts.lessons, configs).map((column) => (sittings.has(column.lesson.id) ? onPaper(column) : column));
  const policies = policiesOf(settings, facts.timezone);
  const categories = categoriesOf(settings);
  const places = facts.lessons.map(({ id }) => columns.findIndex(({ item }) => item.id === id));
  const learners = facts.learners.map(({ enrollmentId, ...access }, index) => {
    const own = facts.cells.slice(index * facts.lessons.length, (index + 1) * facts.lessons.length);
    const cells = own.flatMap((work, place) => {
      const column = columns[places[place] as number];
      if (!column) return [];
      const row = rows.get(`${enrollmentId} ${column.item.id}`) ?? null;
      const cell = factsOf(column, work, access, row, view);
      const result = computeCell(column.item, cell, policies, now);
      return [{ column, row, facts: cell, result, isPosted: isPostedCell(work, row, result) }];
    });
    const rate = settings.attendance.is_counted ? rates?.get(enrollmentId) : undefined;
    const attendance = rate ? attendanceCell(settings.attendance, rate) : null;
    const counting = [...cells.map(({ column, result }): Cell => ({ item: column.item, result })), ...(attendance ? [attendance] : [])];
    return {
      enrollmentId,
      cells,
      attendance,
      current: computeGrade(counting, categories, settings.is_weighted, 'current'),
      final: computeGrade(counting, categories, settings.is_weighted, 'final'),
    };
  });
  return { settings, learners };
}

async function readGrades(db: Executor, organisationId: string, enrollmentIds: readonly string[]): Promise<Map<string, GradeRow>> {
  const rows = await db
    .selectFrom('gradebook_grades')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('enrollment_id', '=', sql<string>`any(${enrollmentIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [`${row.enrollment_id} ${row.lesson_id}`, row]));
}

function factsOf(
  { lesson }: Column,
  { attempts, submissions, dueAt }: WorkCell,
  { enrolledAt, accessEndsAt }: Pick<CellFacts, 'enrolledAt' | 'accessEndsAt'>,
  row: GradeRow | null,
  view: View,
): CellFacts {
  const isSeen = (postedAt: string | null) => view === 'staff' || postedAt !== null;
  const isQuiz = lesson.contentType === 'quiz';
  return {
    work: isQuiz ? attempts.map((attempt) => (isSeen(attempt.postedAt) ? ofAttempt(attempt) : ungraded(attempt))) : submissions.slice(-1).map(ungraded),
    replaced: isQuiz ? [] : submissions.slice(0, -1).map(ungraded),
    dueAt,
    enrolledAt,
    accessEndsAt,
    grade: row && isSeen(row.posted_at) ? enteredOf(row) : null,
  };
}

const ofAttempt = ({ id, number, submittedAt, countingDueAt, points, maxPoints, isPassed, needsGrading, givenPoints }: AttemptFacts): Work => ({
  id,
  number,
  submittedAt,
  dueAt: countingDueAt,
  points: hundredths(Number(points)),
  maxPoints: hundredths(Number(maxPoints)),
  isPassed,
  needsGrading,
  givenPoints,
});

/** Returns work without a score of its own, or with one that the viewer must not see. */
const ungraded = ({ id, number, submittedAt, countingDueAt }: Pick<AttemptFacts, 'id' | 'number' | 'submittedAt' | 'countingDueAt'>): Work => ({
  id,
  number,
  submittedAt,
  dueAt: countingDueAt,
  points: null,
  maxPoints: ZERO,
  isPassed: null,
  needsGrading: false,
  givenPoints: {},
});

const enteredOf = ({ score, is_excused, lateness, late_minutes, work_number }: GradeRow): EnteredGrade => ({
  score: score === null ? null : hundredths(Number(score)),
  isExcused: is_excused,
  lateness: lateness === 'set' ? { kind: 'set', minutes: late_minutes ?? 0 } : { kind: lateness === 'waived' ? 'waived' : 'computed' },
  workNumber: work_number,
});

/**
 * Whether a cell is posted: an entered grade is by itself, a score from attempts if all attempts that count are. Work that a person must still grade is not.
 */
function isPostedCell({ attempts }: WorkCell, row: GradeRow | null, { isEntered, state, works }: CellResult): boolean {
  if (isEntered || state === 'excused') return row?.posted_at != null;
  const counting = works.filter(({ counts }) => counts);
  return state === 'graded' && counting.length > 0 && counting.every(({ number }) => attempts.find((attempt) => attempt.number === number)?.postedAt != null);
}
