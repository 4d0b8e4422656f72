import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { json } from '../../../platform/database/json.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { givePoints } from '../../learning/grading/points.ts';
import { postWork } from '../../learning/grading/posting.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import type { Work } from '../grading/cell.ts';
import { compare, hundredths, isZero } from '../grading/fraction.ts';
import { findNamed } from './aliases.ts';
import { notifyOfGrades } from './announce-grades.ts';
import { type CellKey, writeComment } from './comments.ts';
import { type ComputedBook, type ComputedCell, computeGrades } from './compute-grades.ts';
import { publishEvent } from './events.ts';
import { showWork } from './posting.ts';
import { type Rated, rate, ratingsOf } from './ratings.ts';
import { readDetail } from './read-learner.ts';
import { storeGrades } from './store-grades.ts';

type Write = Omit<Shape<'GradeWrite'>, 'ai_suggestion_id'>;
type Detail = Shape<'GradeDetail'>;
type GradeTools = Pick<Tools, 'db' | 'clock' | 'storage'>;

/** Identifies a cell of the gradebook. */
export interface GradePath {
  courseId: string;
  /** An enrollment, or an alias. */
  enrollmentId: string;
  lessonId: string;
}

/**
 * Writes a person's decision about a cell, provided that `updated_at` still matches it. The statement that writes it checks the token, so exactly one of
 * several writers with the same token succeeds.
 * @throws NotFoundError also for an enrollment in a lesson that is graded anonymously, where only the alias names the learner
 * @throws DomainError stale_grade, carrying the current grade
 * @throws ValidationError
 */
export async function writeGrade(tools: GradeTools, caller: Caller, path: GradePath, input: Write): Promise<Detail> {
  requireIds(path.courseId, path.enrollmentId, path.lessonId);
  const { organisationId } = caller;
  const now = timeOf(tools.clock);
  return inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, organisationId, path.courseId);
    const { enrollmentId, aliasIn } = await findNamed(trx, organisationId, path.enrollmentId);
    const cell = { organisationId, ...path, enrollmentId };
    const scope = { enrollmentIds: [enrollmentId], view: 'staff' as const };
    const userId = await requireLearner(trx, cell);
    const known = await computeGrades(trx, cell, scope, now);
    const before = cellOf(known, path.lessonId);
    const { lesson } = before.column;
    if (aliasIn !== (lesson.isAnonymous ? lesson.id : null)) throw new NotFoundError();
    if (!sameToken(input.updated_at, before.row?.updated_at ?? null)) throw staleGrade(await readDetail({ ...tools, db: trx }, cell, known));
    const checked = checkGrade(before, input);
    const isShown = input.save_as === null ? lesson.posting === 'automatic' : input.save_as === 'posted';
    const postedAt = before.row?.posted_at ?? (isShown ? now : null);
    const isWritten = await write(trx, caller, cell, input, { ...checked, postedAt, now });
    if (!isWritten) throw staleGrade(await readDetail({ ...tools, db: trx }, cell, await computeGrades(trx, cell, scope, now)));
    if (checked.attempt) {
      const options = { allowOver: input.allow_over, isHidden: input.save_as === 'draft', now };
      await givePoints(trx, { ...cell, attemptId: checked.attempt.id }, input.question_points, options);
    }
    if (input.comment) await writeComment(trx, caller, cell, input.comment, { workNumber: checked.workNumber, postedAt: isShown ? now : null });
    if (input.save_as === 'posted') await showWork(trx, cell, now);
    else if (postedAt !== null && lesson.contentType === 'assignment') await postWork(trx, cell, [enrollmentId], now);
    const after = await storeGrades(trx, cell, [enrollmentId], now);
    await record(trx, caller, path, before, cellOf(after, path.lessonId), input.comment);
    await announce(trx, { organisationId, userId, enrollmentId, lessonId: lesson.id }, before, cellOf(after, path.lessonId));
    return readDetail({ ...tools, db: trx }, cell, after);
  });
}

async function requireLearner(trx: Executor, { organisationId, courseId, enrollmentId }: CellKey): Promise<string> {
  const { user_id } = await trx
    .selectFrom('enrollments')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', enrollmentId)
    .where('source', '<>', sql.lit('preview'))
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new NotFoundError());
  return user_id;
}

/** @throws NotFoundError if the lesson has no column in the gradebook */
function cellOf({ learners }: ComputedBook, lessonId: string): ComputedCell {
  const found = learners[0]?.cells.find(({ column }) => column.item.id === lessonId.toLowerCase());
  if (!found) throw new NotFoundError();
  return found;
}

const sameToken = (given: string | null, current: string | null): boolean =>
  given === null || current === null ? given === current : Date.parse(given) === Date.parse(current) && !/\.\d{3}\d*[1-9]/.test(given);

const staleGrade = (grade: Detail): DomainError => new DomainError('stale_grade', 'The grade has changed since it was read.', { grade });

/** The effect of a grade on its cell. */
interface Checked extends Rated {
  /** The number of the work that is graded; null if there is none. */
  workNumber: number | null;
  /** The attempt whose questions get points. */
  attempt: Work | null;
}

/** Checks a grade against its cell. */
function checkGrade({ column: { item, rubric, lesson }, row, facts, result }: ComputedCell, input: Write): Checked {
  const { is_excused, lateness, late_minutes, work_number, question_points, allow_over, save_as } = input;
  const faults = new Faults();
  if (save_as === 'draft' && row?.posted_at != null) faults.add('save_as', 'posted', 'The learner can already see the grade. Hide it first.');
  if (save_as === 'posted' && lesson.isAnonymous) faults.add('save_as', 'anonymous', 'Grades for an anonymously graded lesson must be posted together.');
  const rated = input.ratings ? rate(faults, rubric, input.ratings) : { ratings: [], score: null };
  if (rated.score !== null && input.score !== null) faults.add('score', 'rated', 'The ratings determine the score.');
  const score = rated.score ?? input.score;
  if (is_excused && score !== null) faults.add('score', 'excused', 'An excused learner cannot have a score.');
  if (is_excused && rated.ratings.length > 0) faults.add('ratings', 'excused', 'An excused learner cannot be rated.');
  if (is_excused && lateness !== 'computed') faults.add('lateness', 'excused', "An excused learner's submission cannot be late.");
  if ((lateness === 'set') !== (late_minutes !== null)) faults.add('late_minutes', 'mismatch', 'Required if lateness is `set`; otherwise not allowed.');
  if (score !== null) {
    const given = hundredths(score);
    if (item.gradingType === 'pass_fail' && !isZero(given) && compare(given, item.possible) !== 0)
      faults.add('score', 'not_pass_fail', 'The lesson is graded pass or fail: the score must be either full points or 0.');
    else if (!allow_over && compare(given, item.possible) > 0)
      faults.add('score', 'above_points', "The score exceeds the lesson's points. To allow this, send allow_over.");
  }
  if (work_number !== null && !facts.work.some(({ number }) => number === work_number))
    faults.add('work_number', 'unknown', 'The learner has made no such submission, or a later one has replaced it.');
  const counting = result.works.filter(({ counts }) => counts);
  const attempt =
    question_points.length === 0 ? undefined : facts.work.find(({ number }) => number === (work_number ?? counting[0]?.number ?? facts.work.at(-1)?.number));
  if (question_points.length > 0) {
    if (lesson.contentType !== 'quiz' || !attempt) faults.add('question_points', 'not_allowed', 'The learner has no finished attempt at this quiz.');
    else if (score !== null || is_excused) faults.add('question_points', 'scored', 'The points for the questions determine the score.');
    else if (work_number === null && counting.length > 1) faults.add('work_number', 'required', 'Several attempts count towards the grade. Specify one.');
  }
  faults.check();
  return { ...rated, score, workNumber: work_number ?? attempt?.number ?? facts.work.at(-1)?.number ?? null, attempt: attempt ?? null };
}

async function write(
  trx: Executor,
  { actorId, actorType }: Caller,
  { organisationId, enrollmentId, lessonId }: CellKey,
  { updated_at, is_excused, lateness, late_minutes }: Write,
  { score, ratings, workNumber, postedAt, now }: Omit<Checked, 'attempt'> & { postedAt: string | null; now: string },
): Promise<boolean> {
  const values = {
    score,
    ratings: json(ratings) as never,
    is_excused,
    lateness,
    late_minutes,
    work_number: workNumber,
    is_filled: false,
    posted_at: postedAt,
    graded_by: actorType === 'user' ? actorId : null,
    graded_at: now,
    change_id: newId(),
  };
  const key = { organisation_id: organisationId, enrollment_id: enrollmentId, lesson_id: lessonId };
  if (updated_at === null) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('gradebook_grades')
      .values({ ...key, ...values })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'enrollment_id', 'lesson_id']).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await trx
    .updateTable('gradebook_grades')
    .set(values)
    .where((eb) => eb.and(key))
    .where('updated_at', '=', updated_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the fields of a grade that the audit log keeps. */
export function audited({ row, facts }: Pick<ComputedCell, 'row' | 'facts'>) {
  if (!row) return null;
  const question_points = facts.work.flatMap(({ number, givenPoints }) =>
    Object.entries(givenPoints).map(([question_id, points]) => ({ work_number: number, question_id, points })),
  );
  return {
    score: row.score === null ? null : Number(row.score),
    is_excused: row.is_excused,
    lateness: row.lateness,
    late_minutes: row.late_minutes,
    work_number: row.work_number,
    posted_at: row.posted_at,
    ...(question_points.length > 0 ? { question_points } : {}),
    ...(ratingsOf(row).length > 0 ? { ratings: ratingsOf(row) } : {}),
  };
}

/** Records the change in an entry that names the learner as the caller did. */
async function record(
  trx: Executor,
  caller: Caller,
  { enrollmentId, lessonId }: GradePath,
  before: ComputedCell,
  after: ComputedCell,
  comment: Shape<'GradeCommentWrite'> | null,
): Promise<void> {
  const cell = { enrollment_id: enrollmentId, lesson_id: lessonId };
  await recordChange(trx, caller, {
    action: 'grade.updated',
    objectId: enrollmentId,
    before: audited(before),
    after: { ...cell, ...audited(after), ...(comment ? { comment: comment.text } : {}) },
  });
}

async function announce(
  trx: Executor,
  grade: { organisationId: string; userId: string; enrollmentId: string; lessonId: string },
  before: ComputedCell,
  after: ComputedCell,
): Promise<void> {
  await publishEvent(trx, 'grade.updated', grade);
  if (after.isPosted && !before.isPosted) {
    await publishEvent(trx, 'grade.posted', grade);
    await notifyOfGrades(trx, grade.organisationId, [grade.enrollmentId]);
  }
  const isWorkGraded = after.column.lesson.contentType === 'assignment' && after.row?.work_number != null && after.row.score !== null;
  if (isWorkGraded) await publishEvent(trx, 'submission.graded', grade);
}
