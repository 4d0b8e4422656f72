import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { timeOf } from '../../../platform/clock/clock.ts';
import { type Executor, inTransaction } from '../../../platform/database/connect.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { DomainError, ValidationError } from '../../kernel/errors.ts';
import { newId, requireIds } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { postWork } from '../../learning/grading/posting.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { namesIn } from './aliases.ts';
import { announceChange, notifyOfGrades } from './announce-grades.ts';
import { inParts } from './audit-parts.ts';
import { type Change, planFill } from './fill-plan.ts';
import { readColumns } from './read-gradebook.ts';
import type { BookKey } from './rules.ts';
import { audited } from './write-grade.ts';

/**
 * Writes many grades in one transaction, with one entry in the audit log that names them all. Cells that have changed since the version that the request knows
 * are listed and left as they are. A job publishes the events and computes the grades that follow from them.
 * @throws NotFoundError when there is no such course
 * @throws DomainError fill_changed if the cells have changed since the dry run, or while they were written
 * @throws ValidationError
 */
export async function fillGradebook(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  caller: Caller,
  courseId: string,
  input: Shape<'GradebookFill'>,
): Promise<Shape<'GradebookFilled'>> {
  requireIds(courseId);
  const book = { organisationId: caller.organisationId, courseId };
  const now = timeOf(clock);
  return inTransaction(db, async (trx) => {
    await requireCourse(trx, book.organisationId, courseId);
    const { changes, ...counts } = await planFill(trx, book, await readColumns(trx, book), input, now);
    const filled = { is_dry_run: input.dry_run, changed: changes.length, ...counts, token: tokenOf(changes) };
    refuseNegative(changes);
    if (input.token !== null && input.token !== filled.token) throw changed();
    if (!input.dry_run && changes.length > 0) await write(trx, caller, book, changes, now);
    return filled;
  });
}

const changed = () => new DomainError('fill_changed', 'The grades have changed since the dry run. Nothing was written.');

function refuseNegative(changes: readonly Change[]): void {
  if (changes.some(({ score }) => score !== null && score < 0))
    throw new ValidationError([{ field: 'csv', code: 'out_of_range', message: 'The score must not be below 0.' }]);
}

/** Returns a token that identifies the cells that change, with their old and new contents. */
const tokenOf = (changes: readonly Change[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(changes.map(({ enrollmentId, lessonId, score, isExcused, cell }) => [enrollmentId, lessonId, score, isExcused, cell.row?.updated_at])),
    )
    .digest('hex');

async function write(trx: Executor, caller: Caller, book: BookKey, changes: readonly Change[], now: string): Promise<void> {
  const { organisationId, courseId } = book;
  const change_id = newId();
  const ordered = [...changes].sort((a, b) => (`${a.enrollmentId} ${a.lessonId}` < `${b.enrollmentId} ${b.lessonId}` ? -1 : 1));
  const rows = ordered.map(({ enrollmentId, lessonId, score, isExcused, cell, lateness }) => ({
    enrollment_id: enrollmentId,
    lesson_id: lessonId,
    score,
    is_excused: isExcused,
    ...lateness,
    work_number: cell.facts.work.at(-1)?.number ?? null,
    posted_at: cell.row?.posted_at ?? (cell.column.lesson.posting === 'automatic' ? now : null),
    known_at: cell.row?.updated_at ?? null,
  }));
  const grader = caller.actorType === 'user' ? caller.actorId : null;
  const { numAffectedRows } = await sql`insert into gradebook_grades as grades (organisation_id, enrollment_id, lesson_id, score, is_excused, lateness,
      late_minutes, work_number, is_filled, posted_at, graded_by, graded_at, change_id)
    select ${organisationId}::uuid, enrollment_id, lesson_id, score, is_excused, lateness, late_minutes, work_number, true, posted_at, ${grader}::uuid,
      ${now}::timestamptz, ${change_id}::uuid from json_to_recordset(${JSON.stringify(rows)}::json) cell (enrollment_id uuid, lesson_id uuid, score numeric,
      is_excused boolean, lateness text, late_minutes integer, work_number integer, posted_at timestamptz, known_at timestamptz)
    on conflict (organisation_id, enrollment_id, lesson_id) do update set score = excluded.score, is_excused = excluded.is_excused,
      lateness = excluded.lateness, late_minutes = excluded.late_minutes, work_number = excluded.work_number, ratings = '[]', is_filled = true,
      posted_at = excluded.posted_at,
      graded_by = excluded.graded_by, graded_at = excluded.graded_at, change_id = excluded.change_id
      where (grades.enrollment_id, grades.lesson_id, grades.updated_at) in (select enrollment_id, lesson_id, known_at
        from json_to_recordset(${JSON.stringify(rows.filter(({ known_at }) => known_at !== null))}::json) known (enrollment_id uuid, lesson_id uuid, known_at timestamptz))`.execute(
    trx,
  );
  if (Number(numAffectedRows) !== rows.length) throw changed();
  const given = ordered.filter(({ score, isExcused }) => score !== null || isExcused);
  const posted = given.filter(({ cell }) => cell.column.lesson.posting === 'automatic' && cell.column.lesson.contentType === 'assignment');
  for (const lessonId of new Set(posted.map((one) => one.lessonId))) {
    const learners = posted.flatMap((one) => (one.lessonId === lessonId ? one.enrollmentId : []));
    await postWork(trx, { organisationId, lessonId }, learners, now);
  }
  await recordChange(trx, caller, { action: 'gradebook.filled', objectId: courseId, ...auditOf(ordered, await nameLearners(trx, book, ordered)) });
  const seen = rows.filter(({ posted_at }) => posted_at === now).map(({ enrollment_id }) => enrollment_id);
  if (seen.length > 0) await notifyOfGrades(trx, organisationId, [...new Set(seen)]);
  await announceChange(trx, book, { changeId: change_id, postedAt: now, isUpdate: true });
}

/** Names the learners of changes as staff know them. */
async function nameLearners(trx: Executor, book: BookKey, changes: readonly Change[]): Promise<(change: Change) => string> {
  const hidden = changes.filter(({ cell }) => cell.column.lesson.isAnonymous);
  const nameOf = await namesIn(trx, book, {
    lessonIds: [...new Set(hidden.map(({ lessonId }) => lessonId))],
    enrollmentIds: [...new Set(hidden.map(({ enrollmentId }) => enrollmentId))],
  });
  return ({ lessonId, enrollmentId }) => nameOf(lessonId, enrollmentId);
}

/** Returns the audit entry, which names all cells. */
function auditOf(changes: readonly Change[], nameOf: (change: Change) => string): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const cells = (values: (change: Change) => object) =>
    changes.map((change) => ({ enrollment_id: nameOf(change), lesson_id: change.lessonId, ...values(change) }));
  return {
    before: inParts(
      'cells',
      cells(({ cell }) => ({ grade: audited(cell) })),
    ),
    after: inParts(
      'cells',
      cells(({ score, isExcused, lateness }) => ({ score, is_excused: isExcused, ...lateness })),
    ),
  };
}
