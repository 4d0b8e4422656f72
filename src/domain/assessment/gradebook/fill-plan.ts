import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { readCsv } from '../../kernel/csv.ts';
import { Faults } from '../../kernel/errors.ts';
import { compare, hundredths, isZero, rounded } from '../grading/fraction.ts';
import { anonymousIds, readAliases } from './aliases.ts';
import type { Column } from './columns.ts';
import { type ComputedCell, computeGrades } from './compute-grades.ts';
import type { BookKey } from './rules.ts';

type Input = Shape<'GradebookFill'>;

/** The greatest number of cells that are read, and of those that are written. */
const MOST_READ = 50_000;
export const MOST_WRITTEN = 10_000;
/** The number of learners whose cells are computed at once. */
const STEP = 200;

/** The requested content of a cell. */
interface Wish {
  /** In a request, an enrollment or an alias. */
  enrollmentId: string;
  lessonId: string;
  /** Null only together with `isExcused`, or if the current score of the cell is taken back. */
  score: number | null;
  isExcused: boolean;
  /** The version of the cell that the request knows; null if it knows none, undefined if the current version does not matter. */
  known?: string | null | undefined;
  /** Whether the score is the one after any deduction, as the export shows it. */
  isFinal: boolean;
  /** The field that errors name. */
  field: string;
}

/** A cell to write, and its current content. */
export interface Change extends Pick<Wish, 'enrollmentId' | 'lessonId' | 'score' | 'isExcused'> {
  cell: ComputedCell;
  lateness: { lateness: string; late_minutes: number | null };
}

export interface Plan {
  changes: Change[];
  /** The cells that have changed since the version that the request knows, with their learners as the request names them. */
  stale: Shape<'StaleCell'>[];
  unchanged: number;
  skipped: number;
}

/**
 * Determines which cells a request changes. A cell that already is as requested is left out.
 * @throws ValidationError
 */
export async function planFill(db: Executor, book: BookKey, columns: readonly Column[], input: Input, now: string): Promise<Plan> {
  const { rule, cells, csv, allow_over } = input;
  const faults = new Faults();
  if ([rule, cells, csv].filter((one) => one !== null).length !== 1) faults.add('', 'exactly_one', 'Send exactly one of rule, cells and csv.');
  faults.check();
  if (rule) return planRule(db, book, columns, rule, allow_over, now);
  const learners = await readLearners(db, book, columns);
  const named = cells ? listed(cells, faults) : tabled(learners, columns, csv ?? '', faults);
  const wishes = named.map((wish) => ({ ...wish, enrollmentId: findLearner(learners, wish, faults), namedId: wish.enrollmentId }));
  checkScores(columns, wishes, allow_over, faults);
  if (wishes.length > MOST_READ) faults.add(cells ? 'cells' : 'csv', 'too_many', `At most ${MOST_READ} cells can be read at once.`);
  faults.check();
  const wished = new Map(wishes.map((wish) => [`${wish.enrollmentId} ${wish.lessonId}`, wish]));
  const plan: Plan = { changes: [], stale: [], unchanged: 0, skipped: 0 };
  const scope = { enrollmentIds: distinct(wishes, 'enrollmentId'), lessonIds: distinct(wishes, 'lessonId') };
  for await (const cell of cellsOf(db, book, scope, now)) {
    const wish = wished.get(`${cell.enrollmentId} ${cell.computed.column.item.id}`);
    if (!wish) continue;
    const updated_at = cell.computed.row?.updated_at ?? null;
    if (wish.known === undefined || sameVersion(wish.known, updated_at)) add(plan, wish, cell.computed);
    else plan.stale.push({ enrollment_id: wish.namedId, lesson_id: wish.lessonId, updated_at });
  }
  return checked(plan);
}

const sameVersion = (one: string | null, other: string | null): boolean => (one && Date.parse(one)) === (other && Date.parse(other));

const distinct = (wishes: readonly Wish[], name: 'enrollmentId' | 'lessonId'): string[] => [...new Set(wishes.map((wish) => wish[name]))].sort();

/** Computes the cells of these learners and lessons, some learners at a time. */
async function* cellsOf(
  db: Executor,
  book: BookKey,
  { enrollmentIds, lessonIds }: { enrollmentIds: readonly string[]; lessonIds: readonly string[] },
  now: string,
): AsyncGenerator<{ enrollmentId: string; computed: ComputedCell }> {
  for (let from = 0; from < enrollmentIds.length; from += STEP) {
    const { learners } = await computeGrades(db, book, { enrollmentIds: enrollmentIds.slice(from, from + STEP), lessonIds, view: 'staff' }, now);
    for (const { enrollmentId, cells } of learners) for (const computed of cells) yield { enrollmentId, computed };
  }
}

function checked(plan: Plan): Plan {
  const faults = new Faults();
  if (plan.changes.length > MOST_WRITTEN)
    faults.add('', 'too_many', `At most ${MOST_WRITTEN} cells can be written at once; this request would write ${plan.changes.length}.`);
  faults.check();
  return plan;
}

/** Adds a cell to the plan, unless it already is as wished. */
function add(plan: Plan, wish: Wish, cell: ComputedCell): void {
  const { facts, result, row } = cell;
  const shown = result.score && rounded(result.score);
  const entered = facts.grade?.score ? rounded(facts.grade.score) : null;
  const isCleared = !wish.isExcused && wish.score === null;
  const isSame = isCleared
    ? !row?.is_excused && entered === null
    : wish.isExcused
      ? result.state === 'excused'
      : wish.isFinal
        ? shown === wish.score
        : result.isEntered && entered === wish.score;
  if (isSame) {
    plan.unchanged++;
    return;
  }
  const isLate = facts.work.some(({ dueAt, submittedAt }) => dueAt !== null && submittedAt > dueAt) || row?.lateness === 'set';
  const waives = wish.isFinal && !wish.isExcused && isLate;
  const { enrollmentId, lessonId, score, isExcused } = wish;
  const lateness = waives
    ? { lateness: 'waived', late_minutes: null }
    : isExcused || !row
      ? { lateness: 'computed', late_minutes: null }
      : { lateness: row.lateness, late_minutes: row.late_minutes };
  plan.changes.push({ enrollmentId, lessonId, score, isExcused, cell, lateness });
}

async function planRule(
  db: Executor,
  book: BookKey,
  columns: readonly Column[],
  rule: NonNullable<Input['rule']>,
  allowOver: boolean,
  now: string,
): Promise<Plan> {
  const { which, lesson_id, category_id, cohort_id, score, is_excused, include_excused, include_graded } = rule;
  const faults = new Faults();
  if ((lesson_id === null) === (category_id === null)) faults.add('rule', 'one_target', 'Specify either a lesson or a category.');
  if ((score === null) === !is_excused) faults.add('rule.score', 'mismatch', 'Required unless the learners are excused; otherwise not allowed.');
  const lessons = columns.filter(({ item }) => (lesson_id ? item.id === lesson_id.toLowerCase() : item.categoryId === category_id?.toLowerCase()));
  if (lessons.length === 0 && faults.list.length === 0) {
    faults.add(lesson_id ? 'rule.lesson_id' : 'rule.category_id', 'unknown', 'The gradebook has no such lesson, or no lessons in this category.');
  }
  if (cohort_id !== null && lessons.some(({ lesson }) => lesson.isAnonymous))
    faults.add('rule.cohort_id', 'anonymous', 'A lesson is graded anonymously, and the figures could identify its learners.');
  faults.check();
  const enrollmentIds = await learnersOf(db, book, cohort_id);
  const wishFor = (enrollmentId: string, lessonId: string): Wish => ({
    enrollmentId,
    lessonId,
    score,
    isExcused: is_excused,
    isFinal: false,
    field: 'rule.score',
  });
  checkScores(
    columns,
    lessons.map(({ item }) => wishFor('', item.id)),
    allowOver,
    faults,
  );
  if (enrollmentIds.length * lessons.length > MOST_READ)
    faults.add('rule', 'too_many', `At most ${MOST_READ} cells can be read at once; specify a cohort or a lesson.`);
  faults.check();
  const plan: Plan = { changes: [], stale: [], unchanged: 0, skipped: 0 };
  const isMeant = ({ result }: ComputedCell): boolean => {
    if (which === 'missing') return result.isMissing && !result.isEntered && result.state !== 'excused';
    if (which === 'empty') return result.score === null && result.state !== 'excused';
    return (include_excused || result.state !== 'excused') && (include_graded || !result.isEntered);
  };
  for await (const { enrollmentId, computed } of cellsOf(db, book, { enrollmentIds, lessonIds: lessons.map(({ item }) => item.id) }, now)) {
    if (isMeant(computed)) add(plan, wishFor(enrollmentId, computed.column.item.id), computed);
    else plan.skipped++;
  }
  return checked(plan);
}

async function learnersOf(db: Executor, { organisationId, courseId }: BookKey, cohortId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('enrollments')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('source', '<>', sql.lit('preview'))
    .$if(cohortId !== null, (query) =>
      query.where(sql<boolean>`exists (select from cohort_members m where m.organisation_id = enrollments.organisation_id
        and m.enrollment_id = enrollments.id and m.cohort_id = ${cohortId}::uuid)`),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

function listed(cells: NonNullable<Input['cells']>, faults: Faults): Wish[] {
  const seen = new Set<string>();
  return cells.flatMap(({ enrollment_id, lesson_id, score, is_excused, clear, updated_at }, index) => {
    const field = `cells.${index}`;
    const [enrollmentId, lessonId] = [enrollment_id.toLowerCase(), lesson_id.toLowerCase()];
    const key = `${enrollmentId} ${lessonId}`;
    if (seen.has(key)) faults.add(field, 'duplicate', 'This cell is listed more than once.');
    seen.add(key);
    if (is_excused && score !== null) faults.add(`${field}.score`, 'excused', 'An excused learner cannot have a score.');
    if (clear && (is_excused || score !== null)) faults.add(`${field}.clear`, 'mismatch', 'A cleared cell cannot have a score or be excused.');
    if (score === null && !is_excused && !clear) return [];
    return [{ enrollmentId, lessonId, score, isExcused: is_excused, isFinal: false, known: updated_at, field }];
  });
}

/** The learners of a course, and how requests may name them. */
interface Learners {
  enrollmentIds: ReadonlySet<string>;
  /** The lessons that are graded anonymously now, in which only aliases name learners. */
  anonymous: ReadonlySet<string>;
  /** The enrollments of the aliases in those lessons: `<lesson> <alias>`. */
  byAlias: ReadonlyMap<string, string>;
  aliases: ReadonlySet<string>;
}

async function readLearners(db: Executor, book: BookKey, columns: readonly Column[]): Promise<Learners> {
  const anonymous = anonymousIds(columns);
  const [ids, aliases] = await Promise.all([learnersOf(db, book, null), readAliases(db, book.organisationId, anonymous)]);
  const byAlias = [...aliases].map(([key, alias]): [string, string] => {
    const [lessonId, enrollmentId = ''] = key.split(' ');
    return [`${lessonId} ${alias}`, enrollmentId];
  });
  return { enrollmentIds: new Set(ids), anonymous: new Set(anonymous), byAlias: new Map(byAlias), aliases: new Set(aliases.values()) };
}

/** Returns the enrollment that a wish means. */
function findLearner({ enrollmentIds, anonymous, byAlias }: Learners, { enrollmentId, lessonId, field }: Wish, faults: Faults): string {
  const found = anonymous.has(lessonId) ? byAlias.get(`${lessonId} ${enrollmentId}`) : enrollmentId;
  const at = field.startsWith('csv') ? field : `${field}.enrollment_id`;
  if (found !== undefined && enrollmentIds.has(found)) return found;
  if (anonymous.has(lessonId)) faults.add(at, 'anonymous', 'The lesson is graded anonymously, and this ID is not one of its aliases.');
  else faults.add(at, 'unknown', 'The course has no such learner.');
  return enrollmentId;
}

function checkScores(columns: readonly Column[], wishes: readonly Wish[], allowOver: boolean, faults: Faults): void {
  const items = new Map(columns.map(({ item }) => [item.id, item]));
  for (const { lessonId, score, field } of wishes) {
    const item = items.get(lessonId);
    if (!item) faults.add(`${field}.lesson_id`, 'unknown', 'The gradebook has no such lesson.');
    else if (score !== null && item.gradingType === 'pass_fail' && !isZero(hundredths(score)) && compare(hundredths(score), item.possible) !== 0)
      faults.add(field, 'not_pass_fail', 'The lesson is graded pass or fail: the score must be either full points or 0.');
    else if (score !== null && !allowOver && compare(hundredths(score), item.possible) > 0)
      faults.add(field, 'above_points', "The score exceeds the lesson's points. To allow this, send allow_over.");
  }
}

const LESSON = /\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]$/i;
const SCORE = /^-?\d{1,7}(?:[.,]\d{1,2})?$/;
export const ENROLLMENT_COLUMN = 'Enrollment ID';
export const EXCUSED = 'EX';

/** Reads a file in the format of the export. Errors name lines: `csv.12`. */
function tabled({ enrollmentIds, aliases }: Learners, columns: readonly Column[], csv: string, faults: Faults): Wish[] {
  const [header, ...lines] = readCsv(csv);
  const place = header?.values.findIndex((value) => value.trim() === ENROLLMENT_COLUMN) ?? -1;
  if (!header || place < 0) {
    faults.add('csv.1', 'no_enrollment_column', `The first line must contain a column named ${ENROLLMENT_COLUMN}.`);
    return [];
  }
  const lessons = header.values.map((value) => LESSON.exec(value.trim())?.[1]?.toLowerCase() ?? null);
  const known = new Set(columns.map(({ item }) => item.id));
  lessons.forEach((id, index) => {
    if (id === null) return;
    if (!known.has(id)) faults.add('csv.1', 'unknown', `The gradebook has no lesson ${id}.`);
    else if (lessons.indexOf(id) < index) faults.add('csv.1', 'duplicate', `The lesson ${id} has two columns.`);
  });
  const seen = new Set<string>();
  return lines.flatMap(({ line, values }) => {
    const field = `csv.${line}`;
    const enrollmentId = (values[place] ?? '').trim().toLowerCase();
    if (!enrollmentIds.has(enrollmentId) && !aliases.has(enrollmentId)) {
      faults.add(field, 'unknown', 'The course has no learner with this enrolment ID.');
      return [];
    }
    if (seen.has(enrollmentId)) faults.add(field, 'duplicate', 'The learner has two rows.');
    seen.add(enrollmentId);
    return lessons.flatMap((lessonId, index): Wish[] => {
      const value = (values[index] ?? '').trim();
      if (lessonId === null || !known.has(lessonId) || value === '') return [];
      const wish = { enrollmentId, lessonId, isFinal: true, field };
      if (value.toUpperCase() === EXCUSED) return [{ ...wish, score: null, isExcused: true }];
      const score = SCORE.test(value) ? Number(value.replace(',', '.')) : Number.NaN;
      if (Number.isNaN(score)) faults.add(field, 'not_a_score', `Column ${index + 1} must be a number with at most two decimal places, ${EXCUSED}, or empty.`);
      return Number.isNaN(score) ? [] : [{ ...wish, score, isExcused: false }];
    });
  });
}
