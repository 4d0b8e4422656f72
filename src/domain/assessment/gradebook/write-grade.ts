import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, Faults, NotFoundError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { postWork } from '../../learning/grading/posting.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { compare, hundredths, isZero } from '../grading/fraction.ts';
import { notifyOfGrades } from './announce-grades.ts';
import { type CellKey, writeComment } from './comments.ts';
import { type ComputedBook, type ComputedCell, computeGrades } from './compute-grades.ts';
import { publishEvent } from './events.ts';
import { readDetails } from './read-learner.ts';
import { storeGrades } from './store-grades.ts';

type Write = Shape<'GradeWrite'>;
type Detail = Shape<'GradeDetail'>;
type GradeTools = Pick<Tools, 'db' | 'clock' | 'storage'>;

/** Identifies a cell of the gradebook. */
export interface GradePath {
  courseId: string;
  enrollmentId: string;
  lessonId: string;
}

/**
 * Writes what a person decided about a cell, provided that `updated_at` still matches it. The statement that writes it checks the token, so exactly one of
 * several writers with the same token succeeds.
 * @throws NotFoundError
 * @throws DomainError stale_grade, carrying the current grade
 * @throws ValidationError
 */
export async function writeGrade(tools: GradeTools, caller: Caller, path: GradePath, input: Write): Promise<Detail> {
  requireIds(path.courseId, path.enrollmentId, path.lessonId);
  const { organisationId } = caller;
  const cell = { organisationId, ...path };
  const scope = { enrollmentIds: [path.enrollmentId], view: 'staff' as const };
  const now = timeOf(tools.clock);
  return inTransaction(tools.db, async (trx) => {
    await requireCourse(trx, organisationId, path.courseId);
    const userId = await requireLearner(trx, cell);
    const known = await computeGrades(trx, cell, scope, now);
    const before = cellOf(known, path.lessonId);
    if (!sameToken(input.updated_at, before.row?.updated_at ?? null)) throw staleGrade(await detailOf(tools, trx, cell, known));
    const workNumber = checkGrade(before, input);
    const postedAt = before.row?.posted_at ?? (before.column.lesson.posting === 'automatic' ? now : null);
    const isWritten = await write(trx, caller, cell, input, { workNumber, postedAt, now });
    if (!isWritten) throw staleGrade(await detailOf(tools, trx, cell, await computeGrades(trx, cell, scope, now)));
    if (input.comment) {
      const isSeen = before.column.lesson.posting === 'automatic';
      await writeComment(trx, caller, cell, input.comment, { workNumber, postedAt: isSeen ? now : null });
    }
    if (postedAt !== null && before.column.lesson.contentType === 'assignment') await postWork(trx, cell, [path.enrollmentId], now);
    const after = await storeGrades(trx, cell, [path.enrollmentId], now);
    await record(trx, caller, cell, before, cellOf(after, path.lessonId), input.comment);
    await announce(trx, { organisationId, userId, ...path }, before, cellOf(after, path.lessonId));
    return detailOf(tools, trx, cell, after);
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

async function detailOf(tools: GradeTools, trx: Executor, { organisationId, lessonId }: CellKey, book: ComputedBook): Promise<Detail> {
  const learner = book.learners[0];
  const details = learner ? await readDetails({ ...tools, db: trx }, { organisationId, view: 'staff' }, book.settings, learner) : [];
  const found = details.find(({ lesson_id }) => lesson_id === lessonId.toLowerCase());
  if (!found) throw new NotFoundError();
  return found;
}

const sameToken = (given: string | null, current: string | null): boolean =>
  given === null || current === null ? given === current : Date.parse(given) === Date.parse(current) && !/\.\d{3}\d*[1-9]/.test(given);

const staleGrade = (grade: Detail): DomainError => new DomainError('stale_grade', 'The grade has changed since it was read.', { grade });

/** Checks a grade against its cell. @returns the number of the work that is graded, or null if there is none */
function checkGrade({ column: { item }, facts }: ComputedCell, input: Write): number | null {
  const { score, is_excused, lateness, late_minutes, work_number, allow_over } = input;
  const faults = new Faults();
  if (is_excused && score !== null) faults.add('score', 'excused', 'A learner who is excused has no score.');
  if (is_excused && lateness !== 'computed') faults.add('lateness', 'excused', 'Work that is excused cannot be late.');
  if ((lateness === 'set') !== (late_minutes !== null)) faults.add('late_minutes', 'mismatch', 'Required if lateness is `set`, and only then.');
  if (score !== null) {
    const given = hundredths(score);
    if (item.gradingType === 'pass_fail' && !isZero(given) && compare(given, item.possible) !== 0)
      faults.add('score', 'not_pass_fail', 'The lesson is passed with all points or failed with 0.');
    else if (!allow_over && compare(given, item.possible) > 0)
      faults.add('score', 'above_points', 'The score is above the points of the lesson; allow_over permits it.');
  }
  if (work_number !== null && !facts.work.some(({ number }) => number === work_number))
    faults.add('work_number', 'unknown', 'The learner has handed in no such work, or a later submission has replaced it.');
  faults.check();
  return work_number ?? facts.work.at(-1)?.number ?? null;
}

async function write(
  trx: Executor,
  { actorId, actorType }: Caller,
  { organisationId, enrollmentId, lessonId }: CellKey,
  { updated_at, score, is_excused, lateness, late_minutes }: Write,
  { workNumber, postedAt, now }: { workNumber: number | null; postedAt: string | null; now: string },
): Promise<boolean> {
  const values = {
    score,
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

/** The members of a grade that the audit log keeps. */
export const audited = ({ row }: Pick<ComputedCell, 'row'>) =>
  row && {
    score: row.score === null ? null : Number(row.score),
    is_excused: row.is_excused,
    lateness: row.lateness,
    late_minutes: row.late_minutes,
    work_number: row.work_number,
    posted_at: row.posted_at,
  };

async function record(
  trx: Executor,
  caller: Caller,
  { enrollmentId, lessonId }: CellKey,
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
