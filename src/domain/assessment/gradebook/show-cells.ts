import type { Shape } from '../../kernel/contract.ts';
import { rounded } from '../grading/fraction.ts';
import type { LateDeduction } from '../grading/lateness.ts';
import type { Grade } from '../grading/totals.ts';
import { ATTENDANCE } from './attendance.ts';
import type { ComputedCell, ComputedLearner } from './compute-grades.ts';
import { ratingsOf } from './ratings.ts';
import { type AttendanceRule, letterOf } from './rules.ts';

type Settings = Shape<'GradebookSettings'>;

/** The cell of a lesson that has not been computed yet. */
export const emptyCell = (lessonId: string): Shape<'GradebookCell'> => ({
  lesson_id: lessonId,
  state: 'not_submitted',
  score: null,
  is_entered: false,
  is_late: false,
  is_missing: false,
  is_handed_in_again: false,
  dropped_from: [],
  is_posted: false,
  updated_at: null,
});

/** The cell of a named learner in a lesson that is graded anonymously now. */
export const anonymousCell = (lessonId: string): Shape<'GradebookCell'> => ({ ...emptyCell(lessonId), state: 'anonymous' });

export function showCell({ column, result, row, isPosted }: ComputedCell, current: Grade, final: Grade): Shape<'GradebookCell'> {
  const { id } = column.item;
  return {
    lesson_id: id,
    state: result.state,
    score: result.score && rounded(result.score),
    is_entered: result.isEntered,
    is_late: result.late !== null,
    is_missing: result.isMissing,
    is_handed_in_again: result.isHandedInAgain,
    dropped_from: droppedFrom(id, current, final),
    is_posted: isPosted,
    updated_at: row?.updated_at ?? null,
  };
}

/** Returns the grades from which a drop rule leaves an item out. */
const droppedFrom = (id: string, current: Grade, final: Grade): Shape<'GradeTotalName'>[] => [
  ...(current.dropped.has(id) ? ['current' as const] : []),
  ...(final.dropped.has(id) ? ['final' as const] : []),
];

export const showCells = ({ cells, current, final }: ComputedLearner): Shape<'GradebookCell'>[] => cells.map((cell) => showCell(cell, current, final));

type Told = 'comments' | 'graded_by';
type Explained = Omit<Shape<'GradeDetail'>, Told>;

/** Explains the cell of a named learner in a lesson that is graded anonymously now: only what is the same for everybody. */
export function explainAnonymous({ column: { item, lesson } }: ComputedCell): Explained {
  return {
    ...anonymousCell(item.id),
    ...explainColumn(item, lesson),
    letter: null,
    due_at: null,
    entered_score: null,
    lateness: 'computed',
    late_minutes: null,
    ratings: [],
    late: null,
    works: [],
    graded_at: null,
  };
}

/** Removes the times that, compared with other lists, could reveal whose work it is. */
export const withoutMoments = <Detail extends Explained>(detail: Detail): Detail => ({
  ...detail,
  due_at: null,
  works: detail.works.map((work) => ({ ...work, submitted_at: null, due_at: null })),
});

const explainColumn = (item: ComputedCell['column']['item'], { title }: ComputedCell['column']['lesson']) => ({
  title,
  category_id: item.categoryId,
  grading_type: item.gradingType,
  attempts_policy: item.attemptsPolicy,
  points: rounded(item.possible),
  is_extra_credit: item.isExtraCredit,
  is_omitted: item.isOmitted,
});

/** Explains a cell, except for what people wrote. */
export function explainCell(settings: Settings, cell: ComputedCell, { current, final }: ComputedLearner): Explained {
  const { column, result, row, facts } = cell;
  const { item, lesson, rubric } = column;
  const shown = showCell(cell, current, final);
  const { grade } = facts;
  const percent =
    result.score && item.possible.part > 0n
      ? rounded({ part: result.score.part * 100n * item.possible.whole, whole: result.score.whole * item.possible.part })
      : null;
  const ratings = grade && row ? ratingsOf(row) : [];
  return {
    ...shown,
    updated_at: grade ? shown.updated_at : null,
    ...explainColumn(item, lesson),
    letter: item.gradingType === 'letter' && percent !== null ? letterOf(settings, percent) : null,
    due_at: facts.dueAt,
    entered_score: grade?.score ? rounded(grade.score) : null,
    lateness: grade?.lateness.kind ?? 'computed',
    late_minutes: grade?.lateness.kind === 'set' ? grade.lateness.minutes : null,
    ratings,
    rubric: ratings.length > 0 ? rubric : null,
    late: explainLate(settings, result.late),
    works: facts.work.map((work) => explainWork(settings, work, result.works)),
    graded_at: grade ? (row?.graded_at ?? null) : null,
  };
}

function explainWork(
  settings: Settings,
  { number, submittedAt, dueAt, givenPoints }: ComputedCell['facts']['work'][number],
  scored: ComputedCell['result']['works'],
): Shape<'GradedWork'> {
  const found = scored.find((one) => one.number === number);
  return {
    number,
    submitted_at: submittedAt,
    due_at: dueAt,
    raw_score: found ? rounded(found.raw) : null,
    late: explainLate(settings, found?.late ?? null),
    score: found ? rounded(found.score) : null,
    counts: found?.counts ?? false,
    given_points: Object.entries(givenPoints).map(([question_id, points]) => ({ question_id, points })),
  };
}

function explainLate({ late_policy }: Settings, late: LateDeduction | null): Shape<'LateDeduction'> | null {
  if (!late) return null;
  const { intervals, interval, deduction, isAfterLastMoment } = late;
  const { rate_percent, flat_percent, floor_percent } = late_policy;
  return { intervals, interval, rate_percent, flat_percent, floor_percent, is_after_last_moment: isAfterLastMoment, deduction: rounded(deduction) };
}

/** Returns the column of attendance, or null if it does not count. */
export const showAttendanceColumn = ({ is_counted, points, category_id, is_extra_credit }: AttendanceRule): Shape<'GradebookAttendance'> | null =>
  is_counted ? { points, category_id, is_extra_credit } : null;

/** Returns the score that attendance counts for a learner, or null if it does not count. */
export const showAttendance = ({ attendance, current, final }: ComputedLearner): Shape<'AttendanceGrade'> | null =>
  attendance && { score: rounded(attendance.score), percent: attendance.rate.percent, dropped_from: droppedFrom(ATTENDANCE, current, final) };

/** Explains by the rate the score that attendance counts for a learner. */
export function explainAttendance(rule: AttendanceRule, learner: ComputedLearner): Shape<'AttendanceGradeDetail'> | null {
  const [shown, column] = [showAttendance(learner), showAttendanceColumn(rule)];
  return learner.attendance && shown && column && { ...learner.attendance.rate, ...shown, ...column };
}
